import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { typicalManifest } from "../../fixtures/typical-manifest.ts";
import { ManifestError } from "../manifest-error.ts";
import type { ManifestPath } from "../manifest-issue.ts";
import { readManifestText } from "../reading/read-manifest-text.ts";
import { isYamlMap, valueAt, type YamlData } from "../reading/yaml-data.ts";
import { editData } from "./edit-data.ts";
import { editManifest } from "./edit-manifest.ts";

interface Case {
  readonly what: string;
  readonly before: string;
  readonly path: ManifestPath;
  readonly value: YamlData | undefined;
  readonly after: string;
}

const changes: readonly Case[] = [
  { what: "a plain text", before: "a: b\n", path: ["a"], value: "c", after: "a: c\n" },
  { what: "a text in single quotes", before: "a: 'b' # c\n", path: ["a"], value: "d", after: "a: 'd' # c\n" },
  { what: "a text in double quotes", before: 'a: "b"\n', path: ["a"], value: "d", after: 'a: "d"\n' },
  {
    what: "a text that needs quotes",
    before: "a: b\n",
    path: ["a"],
    value: "yes: no",
    after: 'a: "yes: no"\n',
  },
  { what: "a text that looks like a number", before: "a: b\n", path: ["a"], value: "1", after: 'a: "1"\n' },
  { what: "an empty value", before: "a: # c\nb: 1\n", path: ["a"], value: "d", after: "a: d # c\nb: 1\n" },
  {
    what: "a block of text",
    before: "a: |\n  one\n\n  two\nb: 1\n",
    path: ["a"],
    value: "three\n",
    after: "a: |\n  three\nb: 1\n",
  },
  {
    what: "a text by a block of text",
    before: "x:\n  a: b # c\n  d: e\n",
    path: ["x", "a"],
    value: "one\ntwo\n",
    after: "x:\n  a: | # c\n    one\n    two\n  d: e\n",
  },
  {
    what: "a list, below its comment",
    before: "a: # why\n  - b\n  - c\n\nd: 1\n",
    path: ["a"],
    value: ["e"],
    after: "a: # why\n  - e\n\nd: 1\n",
  },
  { what: "a map by a text", before: "a:\n  b: c\nd: 1\n", path: ["a"], value: "e", after: "a: e\nd: 1\n" },
  {
    what: "an item",
    before: "a:\n  - b # c\n  - d\n",
    path: ["a", 0],
    value: "e",
    after: "a:\n  - e # c\n  - d\n",
  },
  {
    what: "a key inside an item",
    before: "a:\n    - b: 1\n      c: 2\n",
    path: ["a", 0, "b"],
    value: 3,
    after: "a:\n    - b: 3\n      c: 2\n",
  },
  {
    what: "a value in brackets",
    before: "a: { b: c, d: [e, f] }\n",
    path: ["a", "d", 1],
    value: "g h",
    after: "a: { b: c, d: [e, g h] }\n",
  },
  {
    what: "a text with Windows line ends",
    before: "a: b\r\nc: d\r\n",
    path: ["a"],
    value: "e",
    after: "a: e\r\nc: d\r\n",
  },
];

const additions: readonly Case[] = [
  { what: "a key to nothing", before: "", path: ["a"], value: "b", after: "a: b\n" },
  { what: "a key to a comment", before: "# c", path: ["a", "b"], value: 1, after: "# c\na:\n  b: 1\n" },
  {
    what: "a key at the end",
    before: "a: b # c\n# d\n",
    path: ["e"],
    value: true,
    after: "a: b # c\ne: true\n# d\n",
  },
  { what: "a key without a line end", before: "a: b", path: ["c"], value: "d", after: "a: b\nc: d" },
  {
    what: "a key to a nested map, indented as it is",
    before: "a:\n    b: 1\n\nc: 2\n",
    path: ["a", "d"],
    value: { e: [1] },
    after: "a:\n    b: 1\n    d:\n        e:\n            - 1\n\nc: 2\n",
  },
  {
    what: "what is above it too",
    before: "a: b\n",
    path: ["c", "d"],
    value: "e",
    after: "a: b\nc:\n  d: e\n",
  },
  {
    what: "below an empty key",
    before: "a:\nb: 1\n",
    path: ["a", "c"],
    value: "d",
    after: "a:\n  c: d\nb: 1\n",
  },
  {
    what: "below an empty map",
    before: "a: {} # c\nb: 1\n",
    path: ["a", "c"],
    value: "d",
    after: "a: # c\n  c: d\nb: 1\n",
  },
  {
    what: "an item",
    before: "a:\n  - b # c\nd: 1\n",
    path: ["a", 1],
    value: "e",
    after: "a:\n  - b # c\n  - e\nd: 1\n",
  },
  { what: "an item to an empty list", before: "a: []\n", path: ["a", 0], value: "b", after: "a:\n  - b\n" },
  {
    what: "an item to a list at the margin",
    before: "a:\n- b\n",
    path: ["a", 1],
    value: "c",
    after: "a:\n- b\n- c\n",
  },
  { what: "an item in brackets", before: "a: [b]\n", path: ["a", 1], value: "c", after: "a: [b, c]\n" },
  {
    what: "a key in brackets",
    before: "a: { b: c }\n",
    path: ["a", "d"],
    value: "e",
    after: "a: { b: c, d: e }\n",
  },
  {
    what: "lines with Windows line ends",
    before: "a: b\r\n",
    path: ["c", "d"],
    value: "e\nf\n",
    after: "a: b\r\nc:\r\n  d: |\r\n    e\r\n    f\r\n",
  },
  {
    what: "a key behind a block of text",
    before: "a: |\n  b\n\nc: 1\n",
    path: ["d"],
    value: 2,
    after: "a: |\n  b\n\nc: 1\nd: 2\n",
  },
];

const removals: readonly Case[] = [
  { what: "a key", before: "a: 1\nb: 2 # c\nd: 3\n", path: ["b"], value: undefined, after: "a: 1\nd: 3\n" },
  {
    what: "a key with all that is below, but not the comment above",
    before: "# c\na:\n  - b\n  - d\ne: 1\n",
    path: ["a"],
    value: undefined,
    after: "# c\ne: 1\n",
  },
  {
    what: "the last key of a map",
    before: "a:\n  b: 1\nc: 2\n",
    path: ["a", "b"],
    value: undefined,
    after: "a: {}\nc: 2\n",
  },
  {
    what: "the last item of a list",
    before: "a:\n  - b\nc: 2\n",
    path: ["a", 0],
    value: undefined,
    after: "a: []\nc: 2\n",
  },
  { what: "an item", before: "a:\n  - b\n  - c\n", path: ["a", 0], value: undefined, after: "a:\n  - c\n" },
  {
    what: "the first key of an item",
    before: "a:\n  - b: 1\n    c: 2\n",
    path: ["a", 0, "b"],
    value: undefined,
    after: "a:\n  - c: 2\n",
  },
  {
    what: "the first in brackets",
    before: "a: [b, c]\n",
    path: ["a", 0],
    value: undefined,
    after: "a: [c]\n",
  },
  {
    what: "the last in brackets",
    before: "a: { b: 1, c: 2 }\n",
    path: ["a", "c"],
    value: undefined,
    after: "a: { b: 1 }\n",
  },
  {
    what: "a key at the end of the file",
    before: "a: 1\nb: 2",
    path: ["b"],
    value: undefined,
    after: "a: 1\n",
  },
];

describe("editManifest", () => {
  test.each(changes)("changes $what", ({ before, path, value, after }) => {
    expect(editManifest(before, [{ path, value }])).toBe(after);
  });

  test.each(additions)("adds $what", ({ before, path, value, after }) => {
    expect(editManifest(before, [{ path, value }])).toBe(after);
  });

  test.each(removals)("removes $what", ({ before, path, value, after }) => {
    expect(editManifest(before, [{ path, value }])).toBe(after);
  });

  test("makes several edits one after the other", () => {
    const edited = editManifest(typicalManifest, [
      { path: ["title"], value: "Daily digest" },
      { path: ["secrets", "SIGNING_SECRET"], value: "${{ env.DIGEST_SIGNING_SECRET }}" },
      { path: ["previewImages", 0], value: undefined },
    ]);
    const expected = typicalManifest
      .replace("'Page digest'", "'Daily digest'")
      .replace("  - ./assets/preview-1.png\n", "")
      .concat("  SIGNING_SECRET: ${{ env.DIGEST_SIGNING_SECRET }}\n");
    expect(edited).toBe(expected);
  });

  test.each([
    { what: "a path through a text", yaml: "a: b\n", path: ["a", "c"] },
    { what: "a name where a list counts", yaml: "a: [b]\n", path: ["a", "c"] },
    { what: "a gap in a list", yaml: "a: [b]\n", path: ["a", 5] },
  ])("refuses $what", ({ yaml, path }) => {
    expect(codeOf(() => editManifest(yaml, [{ path, value: 1 }]))).toBe("impossible_edit");
  });

  test("refuses to remove what is not there", () => {
    expect(codeOf(() => editManifest("a: b\n", [{ path: ["c"], value: undefined }]))).toBe("impossible_edit");
  });

  test.each(["a: [", "a: *b\n", "a: 1\na: 2\n", "- a\n"])(
    "refuses a text that is no manifest: %j",
    (yaml) => {
      expect(codeOf(() => editManifest(yaml, [{ path: ["b"], value: 1 }]))).toBe("invalid_manifest");
    },
  );

  test("changes anything of a manifest to anything else", () => {
    fc.assert(
      fc.property(fc.constantFrom(...pathsOf(typical)), anyValue, (path, value) => {
        const edited = editManifest(typicalManifest, [{ path, value }]);
        expect(dataOf(edited)).toEqual(editData(typical, path, value));
      }),
      { numRuns: 300 },
    );
  });

  test("changes no line but the one with the value", () => {
    const linesOf = (yaml: string, line: number) => yaml.split("\n").toSpliced(line - 1, 1);
    const { source } = readManifestText(typicalManifest, "test");
    const onOneLine = pathsOf(typical).filter(
      (path) => pathsOf(valueAt(typical, path) ?? null).length === 0 && path[0] !== "summary",
    );
    fc.assert(
      fc.property(fc.constantFrom(...onOneLine), anyValue, (path, value) => {
        const { line } = source.locate(path, "value");
        const edited = editManifest(typicalManifest, [{ path, value }]);
        expect(linesOf(edited, line)).toEqual(linesOf(typicalManifest, line));
      }),
      { numRuns: 300 },
    );
  });

  test("removes anything of a manifest", () => {
    for (const path of pathsOf(typical)) {
      const edited = editManifest(typicalManifest, [{ path, value: undefined }]);
      expect(dataOf(edited)).toEqual(editData(typical, path, undefined));
    }
  });
});

/** Texts of one line, numbers and switches. */
const anyValue = fc.oneof(
  fc
    .string({ unit: "grapheme", maxLength: 30 })
    .filter((text) => !/[\p{Cc}\p{Cs}\u2028\u2029\uFEFF]/u.test(text)),
  fc.integer(),
  fc.boolean(),
);

const typical = dataOf(typicalManifest);

function codeOf(action: () => unknown): string {
  try {
    action();
  } catch (error) {
    if (error instanceof ManifestError) return error.code;
  }
  return "no ManifestError";
}

function dataOf(yaml: string): YamlData {
  return readManifestText(yaml, "test").data ?? null;
}

function pathsOf(data: YamlData, path: ManifestPath = []): ManifestPath[] {
  const children: [string | number, YamlData][] = isYamlMap(data)
    ? Object.entries(data)
    : Array.isArray(data)
      ? [...data.entries()]
      : [];
  return children.flatMap(([step, child]) => [[...path, step], ...pathsOf(child, [...path, step])]);
}
