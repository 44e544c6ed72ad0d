import { Composer, type CST, type Document, Lexer, type LineCounter, Parser } from "yaml";
import type { ManifestIssueCode } from "../model/manifest-issue.ts";
import type { Problem } from "./problem.ts";
import { syntaxProblemsOf } from "./syntax-problems.ts";

/** The maximum nesting of lists and maps. The deepest known value is at level eight. */
const maxDepth = 32;

/** The maximum number of tokens; a line has about seven. Bounds the parsing time of any input. */
const maxTokens = 10_000;

type Refusal = Pick<Problem, "code" | "message">;

/** YAML features that manifests don't need and that are risky, by the first character of their token. */
const refusals: ReadonlyMap<string | undefined, Refusal> = new Map([
  [
    "*",
    {
      code: "anchor",
      message: "Aliases are not allowed in a manifest. Repeat the value, or quote text that starts with *.",
    },
  ],
  [
    "&",
    {
      code: "anchor",
      message: "Anchors are not allowed in a manifest. Remove the anchor, or quote text that starts with &.",
    },
  ],
  [
    "!",
    {
      code: "tag",
      message: "Tags are not allowed in a manifest. Remove the tag, or quote text that starts with !.",
    },
  ],
  ["%", { code: "directive", message: "YAML directives are not allowed in a manifest. Remove this line." }],
]);

/** The lexer's marker for a plain or block scalar, whose first character has no meaning. */
const textMark = "\u001f";

/** A manifest's syntax tree, or the reasons why it is rejected. */
export interface ComposedDocument {
  readonly document: Document.Parsed | undefined;
  readonly problems: readonly Problem[];
}

/** Parses the text of a YAML document without resolving anything. Stops early at hostile nesting. */
export function composeDocument(text: string, lines: LineCounter): ComposedDocument {
  const problems: Problem[] = [];
  const composer = new Composer({ prettyErrors: false, stringKeys: true, uniqueKeys: false });
  const documents = [...composer.compose(readTokens(text, lines, problems))];
  const [document, second] = documents;
  if (second) {
    const message = "A manifest is a single YAML document. Remove the --- line that starts a second one.";
    problems.push({ code: "several_documents", message, start: second.range[0], end: second.range[0] + 3 });
  }
  if (problems.length > 0) return { document: undefined, problems };
  if (!document || document.errors.length === 0) return { document, problems };
  return { document: undefined, problems: syntaxProblemsOf(document, text, lines) };
}

function* readTokens(text: string, lines: LineCounter, problems: Problem[]): Generator<CST.Token, void> {
  const parser = new Parser(lines.addNewLine);
  lines.addNewLine(0);
  let count = 0;
  let previous = "";
  for (const lexeme of new Lexer().lex(text)) {
    count += 1;
    const forbidden = previous === textMark ? undefined : refusals.get(lexeme[0]);
    const refusal = forbidden ?? findExcess(parser.stack.length, count);
    if (refusal) {
      problems.push({ ...refusal, start: parser.offset, end: parser.offset + lexeme.length });
      if (endsReading.has(refusal.code)) return;
    }
    yield* parser.next(lexeme);
    previous = lexeme;
  }
  yield* parser.end();
}

/** Reading stops at these problems. */
const endsReading: ReadonlySet<ManifestIssueCode> = new Set(["too_deep", "too_large"]);

function findExcess(depth: number, tokens: number): Refusal | undefined {
  if (depth > maxDepth) {
    return {
      code: "too_deep",
      message: `Lists and maps can be nested at most ${maxDepth} levels deep.`,
    };
  }
  if (tokens > maxTokens) {
    return {
      code: "too_large",
      message: "The manifest is too large: the rest of it was not read. Shorten it.",
    };
  }
  return undefined;
}
