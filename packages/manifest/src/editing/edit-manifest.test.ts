import { editData } from "./edit-data.ts";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { stringify } from "yaml";
import { additions, changes, removals } from "../../test/fixtures/manifest-edits.ts";
import { typicalManifest } from "../../test/fixtures/typical-manifest.ts";
import { ManifestError } from "../model/manifest-error.ts";
import type { ManifestPath } from "../model/manifest-issue.ts";
import { readManifestText } from "../reading/read-manifest-text.ts";
import { isYamlMap, valueAt, type YamlData } from "../reading/yaml-data.ts";
import { editManifest } from "./edit-manifest.ts";

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

  test("applies several edits in order", () => {
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
    { what: "a path through a string", yaml: "a: b\n", path: ["a", "c"] },
    { what: "a name as a list index", yaml: "a: [b]\n", path: ["a", "c"] },
    { what: "a gap in a list", yaml: "a: [b]\n", path: ["a", 5] },
  ])("rejects $what", ({ yaml, path }) => {
    expect(codeOf(() => editManifest(yaml, [{ path, value: 1 }]))).toBe("impossible_edit");
  });

  test("throws if the value to remove does not exist", () => {
    expect(codeOf(() => editManifest("a: b\n", [{ path: ["c"], value: undefined }]))).toBe("impossible_edit");
  });

  test.each(["a: [", "a: *b\n", "a: 1\na: 2\n", "- a\n"])(
    "rejects text that is not a manifest: %j",
    (yaml) => {
      expect(codeOf(() => editManifest(yaml, [{ path: ["b"], value: 1 }]))).toBe("invalid_manifest");
    },
  );

  test("replaces any value of a manifest with any other", () => {
    fc.assert(
      fc.property(fc.constantFrom(...pathsOf(typical)), anyValue, (path, value) => {
        const edited = editManifest(typicalManifest, [{ path, value }]);
        expect(dataOf(edited)).toEqual(editData(typical, path, value));
      }),
      { numRuns: 100 },
    );
  });

  test("changes only the line of the value", () => {
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
      { numRuns: 100 },
    );
  });

  test("edits generated YAML in any style", () => {
    const key = fc.stringMatching(/^[a-z][a-z_-]{0,5}$/);
    const { value: tree } = fc.letrec<{ value: YamlData }>((tie) => ({
      value: fc.oneof(
        { depthSize: "small" },
        fc.oneof(anyValue, fc.constantFrom(null, "a: b # c", "one\ntwo\n", "one\n\ntwo")),
        fc.array(tie("value"), { maxLength: 3 }),
        fc.dictionary(key, tie("value"), { maxKeys: 4, noNullPrototype: true }),
      ),
    }));
    const before = fc.dictionary(key, tree, { minKeys: 2, maxKeys: 4, noNullPrototype: true });
    const style = fc.record({
      indent: fc.constantFrom(2, 4),
      indentSeq: fc.boolean(),
      collectionStyle: fc.constantFrom("any", "flow"),
    });
    fc.assert(
      fc.property(
        before,
        style,
        fc.nat(),
        fc.option(tree, { nil: undefined }),
        (data, options, pick, value) => {
          const paths = pathsOf(data);
          const path = paths[pick % paths.length] ?? [];
          const edited = editManifest(stringify(data, options), [{ path, value }]);
          expect(dataOf(edited)).toEqual(editData(data, path, value));
        },
      ),
      { numRuns: 100 },
    );
  });

  test("removes any value of a manifest", () => {
    for (const path of pathsOf(typical)) {
      const edited = editManifest(typicalManifest, [{ path, value: undefined }]);
      expect(dataOf(edited)).toEqual(editData(typical, path, undefined));
    }
  });
});

/** Single-line strings, numbers and booleans. */
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
