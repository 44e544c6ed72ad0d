import * as fc from "fast-check";
import { expect, test } from "vitest";
import { isPlainObject } from "../elements/plain-object.ts";
import { checkTree } from "./check-tree.ts";
import { ComponentError } from "./component-error.ts";
import { validTree } from "./valid-tree.fixture.ts";

test("every tree the table allows is accepted, also after a round trip through JSON", () => {
  fc.assert(
    fc.property(validTree, (tree) => {
      expect(failureOf(tree)).toBeUndefined();
      expect(failureOf(JSON.parse(JSON.stringify(tree)))).toBeUndefined();
    }),
    { numRuns: 100 },
  );
});

test("an unknown attribute is found in any position", () => {
  fc.assert(
    fc.property(validTree, fc.nat(), fc.boolean(), (tree, pick, isName) => {
      const places = elementsIn(tree, "");
      const [element, path] = places[pick % places.length] ?? [{}, ""];
      Reflect.set(element, "surplus", isName ? Reflect.get(element, "type") : 1);
      expect(failureOf(tree)).toMatchObject({ code: "unknown_attribute", path: `${path.slice(1)}.surplus` });
    }),
    { numRuns: 100 },
  );
});

test("any value is either accepted or rejected with a path", () => {
  const anything = fc.anything({ withBigInt: true, withDate: true, withMap: true, withSparseArray: true });
  const almost = fc.tuple(validTree, fc.nat(), fc.string(), anything).map(([tree, pick, name, value]) => {
    const places = elementsIn(tree, "");
    const [element] = places[pick % places.length] ?? [{}];
    const names = [...Object.keys(element), name];
    Reflect.set(element, names[pick % names.length] ?? name, value);
    return tree;
  });
  fc.assert(
    fc.property(fc.oneof(anything, almost), (tree) => {
      const failure = failureOf(tree);
      const isRefused = failure instanceof ComponentError && failure.path !== "";
      const isJson = failure === undefined && JSON.stringify(tree) !== undefined;
      expect(isRefused || isJson).toBe(true);
    }),
    { numRuns: 300 },
  );
});

function failureOf(tree: unknown): unknown {
  try {
    checkTree(tree);
  } catch (error) {
    return error;
  }
  return undefined;
}

// Elements with their paths, found without the table: everything with a type outside of actions and data.
function elementsIn(value: unknown, path: string): [object, string][] {
  if (Array.isArray(value)) return value.flatMap((item, index) => elementsIn(item, `${path}[${index}]`));
  if (!isPlainObject(value) || typeof value["type"] !== "string") return [];
  const here = path === "" ? `.${value["type"]}` : path;
  const inside = ["children", "element", "submit", "buttons", "header", "footer", "icon", "hint"];
  return [[value, here], ...inside.flatMap((name) => elementsIn(value[name], `${here}.${name}`))];
}
