import type { SiteResource, SpaceResource } from "@plugboard/content/types";
import { listSites, listSpaces } from "@plugboard/content/routes";
import { BookOpen } from "lucide-react";
import { readAll } from "../data/platform-api.ts";
import type { ConsoleProduct } from "../product/console-product.ts";
import { formatBytes } from "../ui/format.ts";
import { lazy } from "../ui/lazy.ts";
import { contentRoutes } from "./content-routes.ts";

const isOffered =
  (organizationId: string) =>
  ({ organization, trashedAt }: SpaceResource | SiteResource): boolean =>
    organization === organizationId && trashedAt === undefined;

/** The documentation product's part of the console. */
export const product: ConsoleProduct = {
  title: "Plugboard",
  navigation: [{ to: "/content", title: "Content", icon: BookOpen }],
  routes: contentRoutes,
  resources: {
    space: async (organizationId) => (await readAll(listSpaces)).filter(isOffered(organizationId)),
    site: async (organizationId) => (await readAll(listSites)).filter(isOffered(organizationId)),
  },
  firstEvent: {
    to: "/content",
    title: "Edit a page",
    hint: "Publishing a page sends an event to integrations and webhooks.",
  },
  SearchResults: lazy(async () => ({ default: (await import("./search-results.tsx")).SearchResults })),
  counters: [
    { kind: "sum", name: "visits", title: "Page views" },
    {
      kind: "level",
      name: "imageBytes",
      title: "Image storage",
      limit: "maxImageBytes",
      format: formatBytes,
    },
    { kind: "level", name: "pages", title: "Pages" },
    { kind: "level", name: "spaces", title: "Spaces" },
    { kind: "level", name: "sites", title: "Sites" },
  ],
  quotas: [
    {
      name: "maxPageCharacters",
      title: "Page characters",
      hint: "The current text of all pages. Leave empty for no limit.",
      min: 0,
      max: 1_000_000_000_000,
    },
    {
      name: "maxImageBytes",
      title: "Image bytes",
      hint: "Total size of all page images. Defaults to 1 GiB.",
      min: 0,
      max: 1_000_000_000_000,
    },
  ],
};
