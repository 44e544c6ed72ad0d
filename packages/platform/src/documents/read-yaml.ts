import { Composer, type CST, type Document, isMap, isScalar, Lexer, Parser, visit } from "yaml";
import { PlatformError } from "../common/platform-error.ts";
import { documentLimits } from "./document-limits.ts";

/**
 * Parses one YAML 1.2 document to plain data. The parser alone takes quadratic time for some inputs, so
 * tokens are counted before parsing, and duplicate keys are detected separately.
 *
 * @throws PlatformError `invalid_request`
 */
export function readYaml(text: string): unknown {
  // The composer's own search for duplicates compares all pairs of keys.
  const composer = new Composer({ prettyErrors: false, stringKeys: true, uniqueKeys: false });
  const [document, second] = composer.compose(boundTokens(text));
  if (document === undefined) return null;
  if (second !== undefined) throw refuse("is more than one YAML document");
  const [error] = document.errors;
  if (error !== undefined) throw refuse(`is not valid YAML: ${error.message}, at character ${error.pos[0]}`);
  checkKeys(document);
  try {
    return document.toJS({ maxAliasCount: documentLimits.yamlAliases });
  } catch (cause) {
    throw refuse(`cannot be read: ${cause instanceof Error ? cause.message : String(cause)}`, cause);
  }
}

const textMark = "\u001f";

/** Tokens with a limited count, by their first character. */
const limited: ReadonlyMap<string | undefined, string> = new Map([
  ["&", "anchors"],
  ["*", "aliases"],
]);

/**
 * Tokens that documents don't need. Tags change how a value is parsed, and directives change the YAML version.
 */
const refused: ReadonlyMap<string | undefined, string> = new Map([
  ["!", "tags"],
  ["%", "directives"],
]);

function* boundTokens(text: string): Generator<CST.Token, void> {
  const { yamlTokens, yamlDepth, yamlAliases } = documentLimits;
  const parser = new Parser();
  const counts = new Map<string, number>();
  let tokens = 0;
  let previous = "";
  for (const lexeme of new Lexer().lex(text)) {
    tokens += 1;
    if (tokens > yamlTokens) throw refuse(`has more than ${yamlTokens} tokens`);
    if (parser.stack.length > yamlDepth) throw refuse(`nests lists and maps more than ${yamlDepth} deep`);
    // After its mark, plain text can start with any character.
    const first = previous === textMark ? undefined : lexeme[0];
    const unwanted = refused.get(first);
    if (unwanted !== undefined) throw refuse(`has YAML ${unwanted}; remove them`);
    const kind = limited.get(first);
    if (kind !== undefined) {
      const count = (counts.get(kind) ?? 0) + 1;
      if (count > yamlAliases) throw refuse(`has more than ${yamlAliases} YAML ${kind}`);
      counts.set(kind, count);
    }
    yield* parser.next(lexeme);
    previous = lexeme;
  }
  yield* parser.end();
}

function checkKeys(document: Document.Parsed): void {
  visit(document, (_key, node) => {
    if (!isMap(node)) return;
    if (node.items.length > documentLimits.yamlKeys)
      throw refuse(`has a map with more than ${documentLimits.yamlKeys} keys`);
    const names = new Set<unknown>();
    for (const { key } of node.items) {
      const name = isScalar(key) ? key.value : undefined;
      if (names.has(name))
        throw refuse(`has the key ${JSON.stringify(name)?.slice(0, 100)} twice in one map`);
      names.add(name);
    }
  });
}

function refuse(message: string, cause?: unknown): PlatformError {
  return new PlatformError("invalid_request", `The text ${message}.`, [{ path: "text", message }], { cause });
}
