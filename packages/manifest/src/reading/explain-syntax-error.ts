import type { ErrorCode } from "yaml";

/** What to do about the mistakes authors make most; the parser's own words say the rest. */
const advice: Readonly<Partial<Record<ErrorCode, string>>> = {
  BAD_DQ_ESCAPE: "Write a backslash twice inside double quotes, or use single quotes.",
  BAD_INDENT: "Align this line with the lines it belongs to.",
  BAD_SCALAR_START: "Put the value in quotes.",
  BLOCK_AS_IMPLICIT_KEY: "Start nested keys on a line of their own, or put the value in quotes.",
  BLOCK_IN_FLOW: "Inside [ ] and { } write everything in that style.",
  MISSING_CHAR: "Write the missing character.",
  MULTILINE_IMPLICIT_KEY: "Write a key and its colon on one line.",
  NON_STRING_KEY: "A key is a text; it cannot be a list or a map.",
  RESOURCE_EXHAUSTION: "Nest less.",
  TAB_AS_INDENT: "Indent with spaces; YAML allows no tabs there.",
  UNEXPECTED_TOKEN: "Remove it, or put the value in quotes.",
};

// The parser quotes the text it stumbled over after a colon; that text may be a secret.
const quotedText = /(?<=\w): .*$/s;

/** One sentence on what the YAML parser stumbled over, and one on the way out where there is a usual one. */
export function explainSyntaxError(code: ErrorCode, parserMessage: string): string {
  const what = `This is not valid YAML: ${parserMessage.replace(quotedText, "").replace(/[.:\s]+$/, "")}.`;
  const hint = advice[code];
  return hint === undefined ? what : `${what} ${hint}`;
}
