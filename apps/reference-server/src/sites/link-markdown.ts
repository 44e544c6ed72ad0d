import { addPageRules } from "@plugboard/content/markdown";
import { listPageFiles, type Page } from "@plugboard/content";
import type { Platform } from "@plugboard/platform";
import MarkdownIt from "markdown-it";
import type { EnteredSite } from "./enter-site.ts";
import { findLinkedPage } from "./link-pages.ts";
import { pathOfPage } from "./render-layout.ts";
import { maxMarkdownCharacters } from "./max-markdown-characters.ts";

const markdown = new MarkdownIt({ html: false });
addPageRules(markdown);
// Only blocks are needed, and the rules for inline text take long for some texts.
markdown.core.ruler.enableOnly(["normalize", "block"]);

const verbatim: ReadonlySet<string> = new Set(["fence", "code_block", "formula"]);
// Code, the target of a link, or the target of a link definition. Code is matched first, so that it is skipped.
const target =
  /(?<!`)(`+)(?!`)[\s\S]*?(?<!`)\1(?!`)|(?<before>\]\(\s*<?|^[ \t>]*\[[^\]\n]+\]:\s*<?)(?<href>[^\s<>()#]+\.md)(?=[\s<>()#])/gim;

/**
 * Returns a page's Markdown for programs. Relative links to Markdown files lead to the Markdown of these pages on the
 * site. Links to other files, and to pages that the visitor can't read, stay as they are.
 */
export async function readLinkedMarkdown(
  platform: Platform,
  entered: EnteredSite,
  page: Page,
): Promise<string> {
  const { markdown: text } = page;
  if (text.length > maxMarkdownCharacters || !/\.md[\s<>()#]/i.test(text)) return text;
  const find = findLinkedPage(page, entered, await listPageFiles(platform, page.spaceId));
  return replaceTargets(text, (href) => {
    const linked = find(href);
    return linked && `${entered.origin}${entered.base}/${pathOfPage(linked)}.md`;
  });
}

/** Replaces the targets of links to Markdown files, without their anchors, and nothing in code. */
export function replaceTargets(text: string, change: (href: string) => string | undefined): string {
  const lines = text.split("\n");
  const code = markdown
    .parse(text, {})
    .flatMap(({ type, map }) => (verbatim.has(type) && map !== null ? [map] : []));
  const parts: string[] = [];
  let line = 0;
  const replace = (from: number, to: number): void => {
    if (from >= to) return;
    const part = `${lines.slice(from, to).join("\n")}\n`;
    parts.push(
      part
        .replaceAll(target, (match, _code, before: string | undefined, href: string | undefined) =>
          before === undefined || href === undefined ? match : before + (change(href) ?? href),
        )
        .slice(0, -1),
    );
  };
  for (const [from, to] of code) {
    replace(line, from);
    parts.push(lines.slice(from, to).join("\n"));
    line = to;
  }
  replace(line, lines.length);
  return parts.join("\n");
}
