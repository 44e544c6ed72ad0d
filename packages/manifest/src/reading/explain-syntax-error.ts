import type { ErrorCode } from "yaml";

/** A replacement for a message of the parser. */
interface Explanation {
  readonly code: ErrorCode;
  /** Distinguishes messages with the same parser code. */
  readonly said?: RegExp;
  readonly message: string;
}

const noKey =
  "This is no `key: value`. Write a colon and a space after the key, or indent it with the text above.";
const misaligned = "This line does not start where the lines it belongs to start. Align them.";

/**
 * Explanations of the most common mistakes. The first match wins; otherwise, the parser's own message is
 * used.
 */
const explanations: readonly Explanation[] = [
  { code: "TAB_AS_INDENT", message: "Tabs are not allowed as indentation. Indent with spaces." },
  {
    code: "BAD_INDENT",
    said: /^Block scalar values/,
    message: "The lines of a text below | or > are indented. Indent them with spaces.",
  },
  { code: "BAD_INDENT", message: misaligned },
  { code: "MISSING_CHAR", said: /^Sequence item/, message: misaligned },
  { code: "MULTILINE_IMPLICIT_KEY", message: noKey },
  { code: "MISSING_CHAR", said: /^Implicit map keys/, message: noKey },
  { code: "MISSING_CHAR", said: /^Missing ,/, message: "A comma is missing before this. Write one." },
  {
    code: "BLOCK_AS_IMPLICIT_KEY",
    said: /sequence/,
    message: "This list item belongs to no key. Write it below its key, aligned with the other items.",
  },
  {
    code: "BLOCK_AS_IMPLICIT_KEY",
    message: "Put a text with a colon and a space in quotes; start nested keys on a line of their own.",
  },
  {
    code: "BLOCK_IN_FLOW",
    message: "Inside [ ] and { } write commas between entries, and a text with a colon in quotes.",
  },
  {
    code: "BAD_DQ_ESCAPE",
    message: "A backslash is special in double quotes. Write it twice, or use single quotes.",
  },
  { code: "BAD_SCALAR_START", message: "A text that starts with this character needs quotes." },
  {
    code: "NON_STRING_KEY",
    message: "A key is neither a list nor a map. Put a text that starts with [ or { in quotes.",
  },
  {
    code: "UNEXPECTED_TOKEN",
    said: /^Unexpected block-seq-ind/,
    message: "A list starts on the line below its key; a text that starts with a dash needs quotes.",
  },
  {
    code: "UNEXPECTED_TOKEN",
    said: /^(?:Block scalar header|Not a YAML token)/,
    message: "Nothing may follow | or > on its line. Write the text on the lines below, indented.",
  },
  {
    code: "UNEXPECTED_TOKEN",
    said: /^Unexpected (?:,|empty item) in/,
    message: "There is a comma too many, or nothing before it. Remove it.",
  },
  {
    code: "UNEXPECTED_TOKEN",
    message:
      "The value has ended before this. Put all of it in quotes; in single quotes, write an apostrophe twice.",
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
