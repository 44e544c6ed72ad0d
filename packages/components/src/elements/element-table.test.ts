import { expect, test } from "vitest";
import { actionTable, elementTable, kindGroups, objectTable } from "./element-table.ts";

test("names every element, object, action and group", () => {
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
  expect(kindGroups["inline"]).toEqual(["string", "text", "link"]);
  expect(kindGroups["element"]).toHaveLength(20);
});

test("spells out what each attribute may hold", () => {
  expect(elementTable["button"]).toEqual({
    onPress: "Action",
    "label?": "string",
    "style?": ["primary", "secondary", "danger"],
    "icon?": "string",
    "trailingIcon?": "string",
    "tooltip?": "string",
    "confirm?": "Confirm",
    "disabled?": "boolean",
  });
  expect(elementTable["configuration"]).toEqual({ children: "[stepper]|element[]" });
  expect(objectTable["Confirm"]).toEqual({
    title: "string",
    text: "string",
    confirm: "string",
    "style?": ["primary", "danger"],
  });
  expect(actionTable["@ui.modal.close"]).toEqual({ "returnValue?": "Object" });
});
