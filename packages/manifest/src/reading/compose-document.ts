import { Composer, type CST, type Document, Lexer, type LineCounter, Parser } from "yaml";
import type { ManifestIssueCode } from "../model/manifest-issue.ts";
import type { Problem } from "./problem.ts";
import { syntaxProblemsOf } from "./syntax-problems.ts";

/** How deep lists and maps may nest. The deepest value the manifest knows is eight levels down. */
const maxDepth = 32;

/** How many tokens a manifest may have; a line has about seven. It keeps the time that any text takes in bounds. */
const maxTokens = 10_000;

type Refusal = Pick<Problem, "code" | "message">;

/** Parts of YAML that a manifest has no use for and that make it hard to trust, by the first character of their token. */
const refusals: ReadonlyMap<string | undefined, Refusal> = new Map([
  [
    "*",
    {
      code: "anchor",
      message:
        "Aliases are not allowed in a manifest. Write the value out; a text that starts with * needs quotes.",
    },
  ],
  [
    "&",
    {
      code: "anchor",
      message:
        "Anchors are not allowed in a manifest. Remove the name with its &; a text that starts with & needs quotes.",
    },
  ],
  [
    "!",
    {
      code: "tag",
      message:
        "Tags are not allowed in a manifest. Remove the name with its !; a text that starts with ! needs quotes.",
    },
  ],
  ["%", { code: "directive", message: "YAML directives are not allowed in a manifest. Remove this line." }],
]);

/** The lexer's announcement of a plain or block text, whose first character says nothing. */
const textMark = "\u001f";

/** A manifest's syntax tree, or every reason why there is none to trust. */
export interface ComposedDocument {
  readonly document: Document.Parsed | undefined;
  readonly problems: readonly Problem[];
}

/** Parses the text of one YAML document, without resolving anything, and stops early at hostile nesting. */
export function composeDocument(text: string, lines: LineCounter): ComposedDocument {
  const problems: Problem[] = [];
  const composer = new Composer({ prettyErrors: false, stringKeys: true, uniqueKeys: false });
  const documents = [...composer.compose(readTokens(text, lines, problems))];
  const [document, second] = documents;
  if (second) {
    const message = "A manifest is one YAML document; a second one starts here. Remove the --- line.";
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

/** Beyond these nothing more is read. */
const endsReading: ReadonlySet<ManifestIssueCode> = new Set(["too_deep", "too_large"]);

function findExcess(depth: number, tokens: number): Refusal | undefined {
  if (depth > maxDepth) {
    return {
      code: "too_deep",
      message: `Lists and maps nest at most ${maxDepth} levels deep in a manifest.`,
    };
  }
  if (tokens > maxTokens) {
    return {
      code: "too_large",
      message: "There is more here than a manifest can need, so reading ends here.",
    };
  }
  return undefined;
}
