/**
 * Strings that are slow to parse as YAML, Markdown, JSON or with regular expressions, with approximately the
 * given number of characters.
 */
export const texts: Readonly<Record<string, (length: number) => string>> = {
  letters: (length) => "a".repeat(length),
  spaces: (length) => `a${" ".repeat(length)}a`,
  "line ends": (length) => "\n".repeat(length),
  dashes: (length) => "a-".repeat(length / 2),
  dots: (length) => "a.".repeat(length / 2),
  slashes: (length) => "../".repeat(length / 3),
  stars: (length) => "*a".repeat(length / 2),
  "double stars": (length) => "**/".repeat(length / 3),
  brackets: (length) => "[".repeat(length),
  braces: (length) => "{".repeat(length),
  parentheses: (length) => "(".repeat(length),
  links: (length) => "[a](".repeat(length / 4),
  images: (length) => "![[".repeat(length / 3),
  emphasis: (length) => "*a_ ".repeat(length / 4),
  backticks: (length) => Array.from({ length: Math.sqrt(length) }, (_, run) => "`".repeat(run)).join(" "),
  quotations: (length) => ">".repeat(length),
  table: (length) => `|a|\n|-|\n${"|".repeat(length - 8)}`,
  fences: (length) => "```js\n".repeat(length / 6),
  code: (length) => `\`\`\`js\n${"<a ".repeat(length / 3)}\n\`\`\`\n`,
  blocks: (length) => "```integration-block a/b\n{}\n```\n".repeat(length / 33),
  addresses: (length) => "http://a@".repeat(length / 9),
  mail: (length) => `${"a@".repeat(length / 2)}!`,
  entities: (length) => "&a".repeat(length / 2),
  expressions: (length) => "${{ env.".repeat(length / 8),
  unicode: (length) => "\u{1f3f4}\u0301".repeat(length / 3),
  halves: (length) => "\ud800".repeat(length),
  "YAML keys": (length) => numbered(length, (index) => `x-k${index}: 1\n`),
  "YAML empty keys": (length) => "? \n".repeat(length / 3),
  "YAML merge keys": (length) => numbered(length, (index) => `<<: { a${index}: 1 }\n`),
  "YAML tags": (length) => numbered(length, (index) => `- !t${index} a\n`),
  "YAML anchors": (length) => numbered(length, (index) => `- &a${index} a\n`),
  "YAML aliases": (length) => `- &a [${"1, ".repeat(length / 9)}]\n${"- *a\n".repeat(length / 8)}`,
  "YAML lists": (length) => "- ".repeat(length / 2),
  "YAML documents": (length) => "--- a\n".repeat(length / 6),
  "OpenAPI keys": (length) =>
    `openapi: 3.1.0\ninfo: { title: a, version: a }\npaths: {}\n${numbered(length - 60, (index) => `x-k${index}: 1\n`)}`,
  "OpenAPI keys in JSON": (length) =>
    `{"openapi":"3.1.0","info":{"title":"a","version":"1"},"paths":{}${numbered(length - 70, (index) => `,"x-k${index}":1`)}}`,
  "OpenAPI tags in JSON": (length) =>
    `{"openapi":"3.0.3","info":{"title":"a","version":"1"},"paths":{},"tags":[{"name":"a"}${numbered(length - 80, (index) => `,{"name":"t${index}"}`)}]}`,
};

/** JSON values with approximately the given number of characters. */
export const values: Readonly<Record<string, (length: number) => string>> = {
  numbers: (length) => `[${"0,".repeat(length / 2 - 2)}0]`,
  objects: (length) => `[${"{},".repeat(length / 3 - 2)}{}]`,
  strings: (length) => `[${'"",'.repeat(length / 3 - 2)}""]`,
  "different strings": (length) => `[${numbered(length - 10, (index) => `"a.b${index}",`)}""]`,
  keys: (length) => `{${numbered(length - 10, (index) => `"k${index}":0,`)}"k":0}`,
  "integer keys": (length) => `{${numbered(length - 20, (index) => `"${index * 7}":0,`)}"k":0}`,
  "the same key": (length) => `{${'"k":0,'.repeat(length / 6 - 2)}"k":0}`,
  "deep lists": (length) => `${"[".repeat(length / 2)}${"]".repeat(length / 2)}`,
  "deep objects": (length) => `${'{"a":'.repeat(length / 6)}0${"}".repeat(length / 6)}`,
  "deep and wide": (length) =>
    `${'{"allOf":['.repeat(900)}${"{},".repeat(Math.max(0, length - 11_000) / 3)}{}${"]}".repeat(900)}`,
  conditions: (length) =>
    `[${numbered(length - 60, (index) => `{"field":["a","b${index}"],"oneOf":["a"]},`)}{"field":["a"],"exists":true}]`,
  escapes: (length) => `"${"\\u0041".repeat(length / 6)}"`,
  number: (length) => "9".repeat(length),
};

function numbered(length: number, piece: (index: number) => string): string {
  const pieces: string[] = [];
  for (let size = 0, index = 0; size < length; index += 1) {
    const next = piece(index);
    pieces.push(next);
    size += next.length;
  }
  return pieces.join("");
}
