import { expect, test } from "vitest";
import { matchingOptions, parseOptions, selectedIds, shownOptions, toStateValue } from "./option-list.ts";

const options = [
  { id: "a", label: "Alpha" },
  { id: "b", label: "Beta" },
];

test("a state contains one ID, none, or a list; other values count as none", () => {
  expect(selectedIds("a")).toEqual(["a"]);
  expect(selectedIds("")).toEqual([]);
  expect(selectedIds(["a", 1, "b", null])).toEqual(["a", "b"]);
  expect([selectedIds(undefined), selectedIds(7), selectedIds({ id: "a" })]).toEqual([[], [], []]);
});

test("options match case-insensitively, and all options match an empty text", () => {
  expect(matchingOptions(options, " ALPH ")).toEqual([options[0]]);
  expect(matchingOptions(options, "")).toEqual(options);
});

test("the typed text is offered only if it is accepted and isn't an option", () => {
  expect(shownOptions(options, " new ", true)).toEqual([...options, { id: "new", label: "Use “new”" }]);
  expect(shownOptions(options, "new", false)).toEqual(options);
  expect(shownOptions(options, "Beta", true)).toEqual(options);
  expect(shownOptions(options, " ", true)).toEqual(options);
});

test("the state contains an ID, none, or with multiple choice a list of IDs", () => {
  expect([toStateValue(["a"], false), toStateValue([], false), toStateValue(["a"], true)]).toEqual([
    "a",
    "",
    ["a"],
  ]);
});

test("invalid entries and duplicate IDs are omitted", () => {
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

test.each([undefined, null, "options", { options: [] }])(
  "options that aren't a list are ignored: %j",
  (value) => {
    expect(parseOptions(value)).toBeUndefined();
  },
);
