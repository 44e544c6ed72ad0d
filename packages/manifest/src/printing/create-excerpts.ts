import type { ManifestIssue } from "../model/manifest-issue.ts";
import { showInvisible } from "../wording/quote.ts";
import type { Paint, PaintStyle } from "./create-paint.ts";
import { maskSecrets } from "./mask-secrets.ts";

/** The maximum width of an excerpt, in UTF-16 code units. */
const maxWidth = 100;

/** Returns the affected lines of the text with markers below the issues. Secrets are masked. */
export function createExcerpts(
  text: string,
  paint: Paint,
): (issue: ManifestIssue, style: PaintStyle) => string {
  const lines = maskSecrets(text.split(/\r?\n/));
  return ({ line, column, length }, style) => {
    const start = column - 1;
    const end = start + length;
    const shown = lines[line - 1] ?? "";
    const from = characterStart(shown, Math.max(0, start - maxWidth / 2));
    const to = characterStart(shown, from + maxWidth);
    const before = (from > 0 ? "…" : "") + showLine(shown.slice(from, start));
    const meant = showLine(shown.slice(start, Math.min(end, to)));
    const after = showLine(shown.slice(end, Math.max(end, to))) + (to < shown.length ? "…" : "");
    const marks = " ".repeat(widthOf(before)) + paint(style, "^".repeat(Math.max(1, widthOf(meant))));
    const margin = " ".repeat(String(line).length);
    return `${paint("faint", `${line} |`)} ${before}${meant}${after}\n${paint("faint", `${margin} |`)} ${marks}`;
  };
}

/** Returns the offset, moved forward if it would split a surrogate pair. */
function characterStart(text: string, offset: number): number {
  return /[\uDC00-\uDFFF]/.test(text.charAt(offset)) ? offset + 1 : offset;
}

function showLine(text: string): string {
  return showInvisible(text.replaceAll("\t", " "));
}

/** Returns the approximate number of terminal columns that a string takes up. */
function widthOf(text: string): number {
  const characters = new Intl.Segmenter("en", { granularity: "grapheme" }).segment(text);
  return [...characters].reduce((width, { segment }) => width + (wide.test(segment) ? 2 : 1), 0);
}

/** Emoji and full-width scripts. */
const wide =
  /[\p{Emoji_Presentation}\uFE0F\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\uFF01-\uFF60]/u;
