import { createRoute } from "@tanstack/react-router";
import { Box } from "lucide-react";
import { readAllOfProduct } from "../data/platform-api.ts";
import type { ConsoleProduct, Resource } from "../product/console-product.ts";
import { root } from "../shell/root-route.tsx";
import { HostedPageView } from "./hosted-page-view.tsx";
import type { HostedProduct } from "../product/hosted-product.ts";

/** Converts the module of a product to its part of the console. */
export function toConsoleProduct({
  title,
  firstEvent,
  signInUrl,
  resources,
  pages,
}: HostedProduct): ConsoleProduct {
  return {
    title,
    firstEvent,
    signInUrl,
    navigation: pages.map(({ path, title }) => ({ to: path, title, icon: Box })),
    routes: pages.map((page) =>
      createRoute({
        getParentRoute: () => root,
        path: page.path,
        component: () => <HostedPageView page={page} />,
      }),
    ),
    resources: Object.fromEntries(
      Object.entries(resources).map(([kind, path]) => [
        kind,
        (organizationId: string) => readAllOfProduct<Resource>(path, { organizationId }),
      ]),
    ),
  };
}
