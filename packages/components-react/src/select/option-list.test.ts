import { expect, test } from "vitest";
import { matchingOptions, parseOptions, selectedIds, shownOptions, toStateValue } from "./option-list.ts";

const options = [
  { id: "a", label: "Alpha" },
  { id: "b", label: "Beta" },
];

test("a state holds one id, none, or a list of them; anything else is none", () => {
  expect(selectedIds("a")).toEqual(["a"]);
  expect(selectedIds("")).toEqual([]);
  expect(selectedIds(["a", 1, "b", null])).toEqual(["a", "b"]);
  expect([selectedIds(undefined), selectedIds(7), selectedIds({ id: "a" })]).toEqual([[], [], []]);
});

test("options match whatever the case, and everything matches nothing typed", () => {
  expect(matchingOptions(options, " ALPH ")).toEqual([options[0]]);
  expect(matchingOptions(options, "")).toEqual(options);
});

test("what is typed is offered only where it is accepted and not an option already", () => {
  expect(shownOptions(options, " new ", true)).toEqual([...options, { id: "new", label: "Use “new”" }]);
  expect(shownOptions(options, "new", false)).toEqual(options);
  expect(shownOptions(options, "Beta", true)).toEqual(options);
  expect(shownOptions(options, " ", true)).toEqual(options);
});

test("the state holds an id, none, or where several may be chosen, the list of them", () => {
  expect([toStateValue(["a"], false), toStateValue([], false), toStateValue(["a"], true)]).toEqual([
    "a",
    "",
    ["a"],
  ]);
});

test("entries that are no options are left out, and so is a second one of the same id", () => {
  const icon = { id: "c", label: "Gamma", icon: "star" };
  const listed = [
    null,
    "a",
    { id: 1, label: "x" },
    { id: "x" },
    options[0],
    { id: "a", label: "Again" },
    icon,
  ];
  expect(parseOptions(listed)).toEqual([options[0], icon]);
});

test.each([undefined, null, "options", { options: [] }])("options that are no list are none: %j", (value) => {
  expect(parseOptions(value)).toBeUndefined();
});
