import { type Document, type LineCounter, visit, type YAMLError } from "yaml";
import { explainSyntaxError, explainUnclosed } from "./explain-syntax-error.ts";
import type { Problem } from "./problem.ts";

/** Matches the parser's message for a list or map that lacks the bracket in the group. */
const unclosedBracket = /(?:and|must) end with a ([\]}])$/;

/** Matches the parser's message for a string that lacks the quote in the group. */
const unclosedQuote = /^Missing closing (["'])/;

/** Matches the parser's messages after it has lost its state. */
const lost = /in YAML stream(?::|$)/;

/** Matches the gap between a key and a value on a later line; the parser's position starts at the key. */
const lineBreak = /^\s*\n\s*/;

/**
 * Returns the syntax problems of a document without duplicates. One mistake causes several parser errors.
 * Only the first error of each line is useful, none after the parser has lost its state, and none after an
 * unclosed bracket.
 */
export function syntaxProblemsOf(
  document: Document.Parsed,
  text: string,
  lines: LineCounter,
): readonly Problem[] {
  const openings = findOpenings(document, text);
  const openingOf = ({ message, pos }: YAMLError) => openings.get(`${missingOpening(message)}${pos[0]}`);
  const complaints = document.errors
    .filter(({ message }, index) => index === 0 || !lost.test(message))
    .sort((a, b) => a.pos[0] - b.pos[0]);
  const open = complaints.find(({ message }) => unclosedBracket.test(message));
  const taken = open === undefined ? Number.POSITIVE_INFINITY : (openingOf(open) ?? open.pos[0]);
  return complaints
    .filter((complaint) => complaint === open || complaint.pos[0] < taken)
    .filter(({ pos }, index, all) => {
      const before = all[index - 1];
      return before === undefined || lines.linePos(before.pos[0]).line !== lines.linePos(pos[0]).line;
    })
    .map((complaint) => toProblem(complaint, openingOf(complaint), text, lines))
    .sort((a, b) => a.start - b.start);
}

function toProblem(
  { code, message, pos: [start, end] }: YAMLError,
  opening: number | undefined,
  text: string,
  lines: LineCounter,
): Problem {
  if (opening !== undefined) {
    const explained = explainUnclosed(text.charAt(opening));
    return { code: "yaml_syntax", message: explained, start: opening, end: opening + 1 };
  }
  const startsLine = text.slice(start - lines.linePos(start).col + 1, start).trim() === "";
  const explained = explainSyntaxError(code, message, { startsLine });
  const gap = code === "BAD_INDENT" ? (lineBreak.exec(text.slice(start))?.[0].length ?? 0) : 0;
  return { code: "yaml_syntax", message: explained, start: start + gap, end: Math.max(end, start + gap + 1) };
}

/** Returns the opening character of a construct whose end is missing. */
function missingOpening(message: string): string | undefined {
  const closing = unclosedBracket.exec(message)?.[1];
  if (closing !== undefined) return closing === "]" ? "[" : "{";
  return unclosedQuote.exec(message)?.[1];
}

/** Returns the start offsets of brackets and quotes, by their first character and end. */
function findOpenings(document: Document.Parsed, text: string): ReadonlyMap<string, number> {
  const found = new Map<string, number>();
  visit(document, {
    Node: (_, { range }) => {
      if (range) found.set(`${text.charAt(range[0])}${range[1]}`, range[0]);
    },
  });
  return found;
}
