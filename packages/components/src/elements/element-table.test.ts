import { expect, test } from "vitest";
import { actionTable, elementTable, objectTable } from "./element-table.ts";
import { type Attributes, nameOfKind } from "./kind.ts";

test("lists every element, object and action", () => {
  expect(Object.keys(elementTable).toSorted()).toEqual(
    (
      "block box button card checkbox codeblock configuration divider hint hstack image input link markdown modal " +
      "radio select step stepper switch text textinput vstack webframe"
    ).split(" "),
  );
  expect(Object.keys(objectTable)).toEqual(["Binding", "Confirm", "Control", "Option", "Source", "Target"]);
  expect(Object.keys(actionTable)).toEqual([
    "@ui.modal.open",
    "@ui.modal.close",
    "@ui.url.open",
    "@editor.node.updateProps",
    "@link.unfurl",
  ]);
});

test("lists the allowed values of each attribute", () => {
  const namesOf = (attributes: Attributes) =>
    Object.fromEntries(Object.entries(attributes).map(([name, kind]) => [name, nameOfKind(kind)]));
  expect(namesOf(elementTable.button)).toEqual({
    onPress: "Action",
    label: "string|undefined",
    style: '"primary"|"secondary"|"danger"|undefined',
    icon: "string|undefined",
    trailingIcon: "string|undefined",
    tooltip: "string|undefined",
    confirm: "Confirm|undefined",
    disabled: "boolean|undefined",
  });
  expect(namesOf(elementTable.configuration)).toEqual({ children: "[stepper]|element[]" });
  expect(namesOf(elementTable.input)).toMatchObject({ hint: "remark|undefined" });
  expect(namesOf(actionTable["@ui.modal.close"])).toEqual({ returnValue: "Object|undefined" });
});
