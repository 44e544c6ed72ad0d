import { productPlaceholder } from "@plugboard/console/page";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { createMemoryHistory, RouterProvider } from "@tanstack/react-router";
import { renderToStaticMarkup } from "react-dom/server";
import { DeliveriesPage } from "./deliveries/deliveries-page.tsx";
import { createHostedFrame } from "./hosted/create-hosted-frame.tsx";
import { type ConsoleProduct, ProductContext } from "./product/console-product.ts";
import { readProduct } from "./read-product.ts";
import { pages } from "./shell/pages.ts";
import { createConsoleRouter } from "./shell/router.tsx";
import { groupSections } from "./shell/sections.ts";

const product = await readProduct();
const { path, title, product: productTitle } = productPlaceholder;
const placeholder = {
  ...product,
  ...createHostedFrame({ title: productTitle, module: "", pages: [{ path, title }] }, {}),
};

/** The paths of the console whose first HTML has the navigation. */
export const paths: ReadonlySet<string> = new Set([
  ...Object.keys(pages),
  ...groupSections(product.navigation)
    .flat()
    .map(({ to }) => to),
]);

// Filters work before scripts have loaded. Other pages begin with the navigation.
const ready: Readonly<Record<string, () => React.ReactNode>> = { "/deliveries": DeliveriesPage };

/**
 * Returns the HTML of a page before its data has arrived, rendered at build time from the console's own components.
 */
export async function renderFirstPage(path: string): Promise<string> {
  return await render(path, product);
}

/** Returns the HTML of a page before its data for other products. A placeholder stands for the product. */
export async function renderHostedPage(path: string): Promise<string> {
  const html = await render(path, placeholder);
  return html.startsWith("<title>") ? html : `<title>${productTitle}</title>${html}`;
}

async function render(path: string, product: ConsoleProduct): Promise<string> {
  const router = createConsoleRouter(product.routes);
  for (const route of Object.values(router.routesById))
    if (route.id !== "__root__") route.update({ component: ready[route.id] ?? Nothing });
  const history = createMemoryHistory({ initialEntries: [path] });
  router.update({ ...router.options, history, scrollRestoration: false });
  await router.load();
  return renderToStaticMarkup(
    <ProductContext value={product}>
      <QueryClientProvider client={new QueryClient()}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </ProductContext>,
  );
}

function Nothing() {
  return null;
}
