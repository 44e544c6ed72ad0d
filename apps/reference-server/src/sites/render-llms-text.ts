import { toPlainLine } from "./plain-line.ts";
import type { EnteredSite } from "./enter-site.ts";
import { titleOf } from "./site-tabs.ts";
import { pathOfDocument, pathOfPage } from "./render-layout.ts";

/**
 * Lists the pages that a visitor can read, for language models: titles with the URLs of their Markdown, nested as in
 * the menu. Then the lists of the other sections.
 *
 * @see https://llmstxt.org
 */
export function renderLlmsText(entered: EnteredSite): string {
  const { origin, home, base, site, section, sections, pages, documents } = entered;
  const link = (title: string, path: string, prefix = base): string =>
    `- [${escapeLabel(title)}](${origin}${prefix}/${path})`;
  const children = Map.groupBy(pages, ({ parentId }) => parentId);
  const list = (parentId: string | null, indent: string): readonly string[] =>
    (children.get(parentId) ?? []).flatMap((page) => [
      `${indent}${link(page.title, `${pathOfPage(page)}.md`)}`,
      ...list(page.id, `${indent}  `),
    ]);
  const apis = documents.map(({ name, title }) =>
    link(title || name, `${pathOfDocument(name)}/document`, home),
  );
  const others = sections
    .filter(({ path }) => path !== section.path)
    .map((other) =>
      link(titleOf(sections, other), other.path === "" ? "llms.txt" : `${other.path}/llms.txt`, home),
    );
  return [
    `# ${toPlainLine(section.path === "" ? site.title : `${site.title}: ${titleOf(sections, section)}`)}`,
    "",
    `> Search and read these pages with MCP at ${origin}${home}/~plugboard/mcp.`,
    "",
    "## Pages",
    "",
    ...list(null, ""),
    ...(apis.length === 0 ? [] : ["", "## OpenAPI documents", "", ...apis]),
    ...(others.length === 0 ? [] : ["", "## Other sections", "", ...others]),
    "",
  ].join("\n");
}

/** Escapes the text of a Markdown link. */
function escapeLabel(text: string): string {
  return toPlainLine(text).replaceAll(/[\\[\]]/g, "\\$&");
}
