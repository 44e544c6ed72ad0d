import type { ListedPage } from "@plugboard/content";
import type { EnteredSite } from "./enter-site.ts";
import { pathOfPage } from "./render-layout.ts";

// Only matches links, because `<` is escaped in text.
const fileLink = /<a href="([^"/?#:][^"?#:]*\.md)(#[^"]*)?"/gi;

/** Returns whether an article has relative links to Markdown files. */
export function hasFileLinks(html: string): boolean {
  return html.search(fileLink) !== -1;
}

/**
 * Points relative links to Markdown files at the pages of these files. Links to other files, and to pages that the
 * visitor can't read, stay as they are.
 *
 * @param files - the path of each page's file, by page ID
 */
export function linkPages(
  html: string,
  page: ListedPage,
  { base, pages }: Pick<EnteredSite, "base" | "pages">,
  files: ReadonlyMap<string, string>,
): string {
  const find = findLinkedPage(page, { pages }, files);
  return html.replaceAll(fileLink, (tag, href: string, anchor: string = "") => {
    const target = find(href.replaceAll("&amp;", "&"));
    return target === undefined ? tag : `<a href="${base}/${pathOfPage(target)}${anchor}"`;
  });
}

/**
 * Returns a function that finds the page of a relative link to a Markdown file, among the pages that the visitor can
 * read.
 *
 * @param files - the path of each page's file, by page ID
 */
export function findLinkedPage(
  { id }: Pick<ListedPage, "id">,
  { pages }: Pick<EnteredSite, "pages">,
  files: ReadonlyMap<string, string>,
): (href: string) => ListedPage | undefined {
  const byFile = new Map(pages.map((each) => [files.get(each.id), each]));
  const bySlug = new Map(pages.map((each) => [`${each.slug}.md`, each]));
  const from = files.get(id) ?? "";
  return (href) => {
    const path = decode(href);
    const file = path === undefined ? undefined : resolve(from, path);
    if (path === undefined || file === undefined) return undefined;
    // Pages pasted from elsewhere often name each other without folders.
    return byFile.get(file) ?? bySlug.get(path.replace(/^\.\//, ""));
  };
}

function decode(href: string): string | undefined {
  try {
    return decodeURIComponent(href);
  } catch {
    return undefined;
  }
}

/** Resolves a path against the folder of a file. `undefined` if it leaves the outermost folder. */
function resolve(from: string, path: string): string | undefined {
  const folders = from.split("/").slice(0, -1);
  for (const part of path.split("/")) {
    if (part === "..") {
      if (folders.pop() === undefined) return undefined;
    } else if (part !== ".") folders.push(part);
  }
  return folders.join("/");
}
