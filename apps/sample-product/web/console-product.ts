import type { HostedProduct } from "@plugboard/console/product";
import { showProjects } from "./show-projects.ts";

/** The tracker's part of the console. */
export const product: HostedProduct = {
  signInUrl: "/sign-in",
  resources: { project: "/organizations/{organizationId}/projects" },
  pages: { "/projects": showProjects },
  firstEvent: {
    to: "/projects",
    title: "Open an issue",
    hint: "It sends issue_opened to integrations and webhooks.",
  },
};
