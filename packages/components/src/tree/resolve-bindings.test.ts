import { expect, test } from "vitest";
import { resolveBinding, resolveBindings } from "./resolve-bindings.ts";

const state = { name: "Ada", tags: ["a"], nested: { $state: "name" } };

test("a binding becomes the value under its key", () => {
  expect(resolveBinding({ $state: "name" }, state)).toBe("Ada");
  expect(resolveBinding({ $state: "missing" }, state)).toBeUndefined();
  expect(resolveBinding("plain", state)).toBe("plain");
});

test("data is resolved at any depth, and the original is unchanged", () => {
  const data = { a: { $state: "name" }, b: { c: [{ $state: "tags" }, 1, { $state: "missing" }] } };

  expect(resolveBindings(data, state)).toEqual({ a: "Ada", b: { c: [["a"], 1, null] } });
  expect(data.a).toEqual({ $state: "name" });
});

test("values from the state are not resolved again", () => {
  expect(resolveBindings({ a: { $state: "nested" } }, state)).toEqual({ a: { $state: "name" } });
});

test.each(["constructor", "__proto__", "toString"])("an inherited property is not state: %s", ($state) => {
  expect(resolveBinding({ $state }, state)).toBeUndefined();
  expect(resolveBindings({ a: { $state } }, state)).toEqual({ a: undefined });
});

test("an object with other keys is not a binding", () => {
  const value = { $state: "name", other: 1 };
  expect(resolveBinding(value, state)).toBe(value);
});

test("data nested deeper than any markup does not exhaust the stack", () => {
  const deep = JSON.parse(`${'{"a":'.repeat(20_000)}1${"}".repeat(20_000)}`);
  expect(() => resolveBindings(deep, state)).not.toThrow();
});
