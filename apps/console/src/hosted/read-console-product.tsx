import { createRoute } from "@tanstack/react-router";
import { Box } from "lucide-react";
import { readAllOfProduct } from "../data/platform-api.ts";
import type { ConsoleProduct, Resource } from "../product/console-product.ts";
import { root } from "../shell/root-route.tsx";
import { HostedPageView } from "./hosted-page-view.tsx";
import { readHostedProduct } from "./read-hosted-product.ts";

/** Loads the module of a product, and returns its part of the console. */
export async function readConsoleProduct(url: string): Promise<ConsoleProduct> {
  const { title, firstEvent, signInUrl, resources, pages } = await readHostedProduct(url);
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
