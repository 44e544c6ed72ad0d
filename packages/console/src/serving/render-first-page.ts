import { escapeHtml } from "../page/escape-html.ts";
import { fillFirstPage } from "../page/fill-first-page.ts";
import { productPlaceholder } from "../page/product-placeholder.ts";
import type { ProductDeclaration } from "../page/product-declaration.ts";

/**
 * Returns the console's page before its scripts: the navigation with the product's pages, and the fields of its form
 * filled with the search parameters.
 *
 * @param template - a built page in which a placeholder stands for the product
 */
export function renderFirstPage(template: string, { title, pages }: ProductDeclaration, url: URL): string {
  const { path, title: pageTitle, product } = productPlaceholder;
  const named = template.replaceAll(product, () => escapeHtml(title));
  const item = named.split("<li>").find((each) => each.includes(`href="${path}"`)) ?? "";
  const [link = ""] = item.split("</li>");
  const links = pages.map((page) =>
    link.replace(path, () => escapeHtml(page.path)).replace(pageTitle, () => escapeHtml(page.title)),
  );
  const html = named.replace(`<li>${link}</li>`, () => links.map((each) => `<li>${each}</li>`).join(""));
  return fillFirstPage(markCurrent(html, url.pathname), url.searchParams);
}

/** Returns the built page of a path before its scripts. Filters of deliveries work without scripts. */
export function firstPageFile(path: string): "deliveries.html" | "shell.html" {
  return path === "/deliveries" ? "deliveries.html" : "shell.html";
}

/** Marks the link to the section of a path, such as `/installed` for `/installed/ins_1`. */
function markCurrent(html: string, path: string): string {
  const segments = path.split("/").filter((segment) => segment !== "");
  const sections = segments.map((_, at) => `/${segments.slice(0, segments.length - at).join("/")}`);
  const link = [...sections, ...(segments.length === 0 ? ["/"] : [])]
    .map((section) => `<a href="${escapeHtml(section)}">`)
    .find((each) => html.includes(each));
  return link === undefined
    ? html
    : html.replace(link, (found) => found.replace("<a", '<a class="active" aria-current="page"'));
}
