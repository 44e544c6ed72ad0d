import type { ProductDeclaration, ShowPage } from "@plugboard/console/product";
import { createRoute } from "@tanstack/react-router";
import { Box } from "lucide-react";
import type { ConsoleProduct } from "../product/console-product.ts";
import { root } from "../shell/root-route.tsx";
import { HostedPageView } from "./hosted-page-view.tsx";

/** Returns the title, navigation and routes of a product. `shown` shows its pages, by path. */
export function createHostedFrame(
  { title, pages, module }: ProductDeclaration,
  shown: Readonly<Record<string, ShowPage>>,
): Pick<ConsoleProduct, "navigation" | "routes" | "title"> {
  const showOf = (path: string): ShowPage => {
    const show = shown[path];
    if (show === undefined)
      throw new Error(`The module ${module} doesn't show ${path}. Add it to \`pages\` of its \`product\`.`);
    return show;
  };
  return {
    title,
    navigation: pages.map(({ path, title: name }) => ({ to: path, title: name, icon: Box })),
    routes: pages.map((page) =>
      createRoute({
        getParentRoute: () => root,
        path: page.path,
        component: () => <HostedPageView title={page.title} show={showOf(page.path)} />,
      }),
    ),
  };
}
