import { type Document, type LineCounter, visit } from "yaml";
import { explainSyntaxError, explainUnclosed } from "./explain-syntax-error.ts";
import type { Problem } from "./problem.ts";

/** What the parser says where something ends for want of its closing bracket or quote; the groups tell which. */
const unclosed = /^Missing closing (["'])|(?:and|must) end with a ([\]}])$/;

/** What the parser says of everything that comes after it has lost its way. */
const lost = /in YAML stream(?::|$)/;

/**
 * What is wrong with the YAML of a document, told once: one slip makes the parser complain several times, so that only
 * the first complaint of each line is worth reading, and none after it has lost its way.
 */
export function syntaxProblemsOf(
  document: Document.Parsed,
  text: string,
  lines: LineCounter,
): readonly Problem[] {
  const complaints = document.errors
    .filter(({ message }, index) => index === 0 || !lost.test(message))
    .sort((a, b) => a.pos[0] - b.pos[0])
    .filter(({ pos }, index, all) => {
      const before = all[index - 1];
      return before === undefined || lines.linePos(before.pos[0]).line !== lines.linePos(pos[0]).line;
    });
  const openings = findOpenings(document, text);
  return complaints
    .map(({ code, message, pos: [start, end] }): Problem => {
      const opening = openings.get(`${missingOpening(message)}${start}`);
      if (opening !== undefined) {
        const explained = explainUnclosed(text.charAt(opening));
        return { code: "yaml_syntax", message: explained, start: opening, end: opening + 1 };
      }
      const startsLine = text.slice(start - lines.linePos(start).col + 1, start).trim() === "";
      return { code: "yaml_syntax", message: explainSyntaxError(code, message, { startsLine }), start, end };
    })
    .sort((a, b) => a.start - b.start);
}

/** What the thing began with whose end the parser misses. */
function missingOpening(message: string): string | undefined {
  const [, quote, closing] = unclosed.exec(message) ?? [];
  if (closing !== undefined) return closing === "]" ? "[" : "{";
  return quote;
}

/** Where all in brackets or quotes begins, by its first character and its end. */
function findOpenings(document: Document.Parsed, text: string): ReadonlyMap<string, number> {
  const found = new Map<string, number>();
  visit(document, {
    Node: (_, { range }) => {
      if (range) found.set(`${text.charAt(range[0])}${range[1]}`, range[0]);
    },
  });
  return found;
}
