import { toPlainLine } from "./plain-line.ts";
import type { EnteredSite } from "./enter-site.ts";
import { pathOfDocument, pathOfPage } from "./render-layout.ts";

/**
 * Lists the pages that a visitor can read, for language models: titles with the URLs of their Markdown, nested as in
 * the menu.
 *
 * @see https://llmstxt.org
 */
export function renderLlmsText({ origin, base, site, pages, documents }: EnteredSite): string {
  const url = (path: string): string => `${origin}${base}/${path}`;
  const link = (title: string, path: string): string => `- [${escapeLabel(title)}](${url(path)})`;
  const children = Map.groupBy(pages, ({ parentId }) => parentId);
  const list = (parentId: string | null, indent: string): readonly string[] =>
    (children.get(parentId) ?? []).flatMap((page) => [
      `${indent}${link(page.title, `${pathOfPage(page)}.md`)}`,
      ...list(page.id, `${indent}  `),
    ]);
  const apis = documents.map(({ name, title }) => link(title || name, `${pathOfDocument(name)}/document`));
  return [
    `# ${toPlainLine(site.title)}`,
    "",
    `> Search and read these pages with MCP at ${url("~plugboard/mcp")}.`,
    "",
    "## Pages",
    "",
    ...list(null, ""),
    ...(apis.length === 0 ? [] : ["", "## OpenAPI documents", "", ...apis]),
    "",
  ].join("\n");
}

/** Escapes the text of a Markdown link. */
function escapeLabel(text: string): string {
  return toPlainLine(text).replaceAll(/[\\[\]]/g, "\\$&");
}
