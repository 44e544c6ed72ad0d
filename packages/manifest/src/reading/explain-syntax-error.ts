import type { ErrorCode } from "yaml";

/** A replacement for a message of the parser. */
interface Explanation {
  readonly code: ErrorCode;
  /** Distinguishes messages with the same parser code. */
  readonly said?: RegExp;
  readonly message: string;
}

const noKey =
  "This is not a `key: value` pair. Add a colon and a space after the key, or indent the line if it continues the text above.";
const misaligned = "This line is not aligned with its siblings. Fix the indentation.";

/**
 * Explanations of the most common mistakes. The first match wins; otherwise, the parser's own message is
 * used.
 */
const explanations: readonly Explanation[] = [
  { code: "TAB_AS_INDENT", message: "Tabs are not allowed as indentation. Indent with spaces." },
  {
    code: "BAD_INDENT",
    said: /^Block scalar values/,
    message: "Text below | or > must be indented. Indent its lines with spaces.",
  },
  { code: "BAD_INDENT", message: misaligned },
  { code: "MISSING_CHAR", said: /^Sequence item/, message: misaligned },
  { code: "MULTILINE_IMPLICIT_KEY", message: noKey },
  { code: "MISSING_CHAR", said: /^Implicit map keys/, message: noKey },
  { code: "MISSING_CHAR", said: /^Missing ,/, message: "A comma is missing before this. Add it." },
  {
    code: "BLOCK_AS_IMPLICIT_KEY",
    said: /sequence/,
    message:
      "This list item does not belong to a key. Move it below its key and align it with the other items.",
  },
  {
    code: "BLOCK_AS_IMPLICIT_KEY",
    message: "Quote texts that contain a colon and a space, and start nested keys on a new line.",
  },
  {
    code: "BLOCK_IN_FLOW",
    message: "Inside [ ] and { }, separate entries with commas, and quote texts that contain a colon.",
  },
  {
    code: "BAD_DQ_ESCAPE",
    message: "A backslash is special in double quotes. Double it, or use single quotes.",
  },
  { code: "BAD_SCALAR_START", message: "Text that starts with this character must be quoted." },
  {
    code: "NON_STRING_KEY",
    message: "A key cannot be a list or a map. Quote text that starts with [ or {.",
  },
  {
    code: "UNEXPECTED_TOKEN",
    said: /^Unexpected block-seq-ind/,
    message: "A list must start on the line below its key, and text that starts with a dash must be quoted.",
  },
  {
    code: "UNEXPECTED_TOKEN",
    said: /^(?:Block scalar header|Not a YAML token)/,
    message: "Nothing can follow | or > on the same line. Put the text on the lines below, indented.",
  },
  {
    code: "UNEXPECTED_TOKEN",
    said: /^Unexpected (?:,|empty item) in/,
    message: "There is an extra comma, or an entry is missing before it. Remove the comma.",
  },
  {
    code: "UNEXPECTED_TOKEN",
    message: "The value ends before this. Quote all of it; in single quotes, double apostrophes.",
  },
];

/** The context of a syntax error: whether only spaces precede it on its line. */
interface SyntaxErrorPosition {
  readonly startsLine: boolean;
}

/** Explains a syntax error and how to fix it, without quoting the manifest, which may contain secrets. */
export function explainSyntaxError(
  code: ErrorCode,
  said: string,
  { startsLine }: SyntaxErrorPosition,
): string {
  if (startsLine && said.endsWith("at node end")) return misaligned;
  const found = explanations.find((known) => known.code === code && (known.said?.test(said) ?? true));
  return found?.message ?? `This is not valid YAML: ${said.replace(quotedText, "").replace(/[.:\s]+$/, "")}.`;
}

// The parser appends the affected text after a colon; it may be a secret.
const quotedText = /(?<=\w): .*$/s;

/** Explains an unclosed bracket or quote. */
export function explainUnclosed(opening: string): string {
  if (opening === "[" || opening === "{") {
    const closing = opening === "[" ? "]" : "}";
    return `This ${opening} has no ${closing}. Write ${closing} at its end, and indent the lines before it.`;
  }
  return `This ${opening} is never closed. Write ${opening} at the end of the text.`;
}
