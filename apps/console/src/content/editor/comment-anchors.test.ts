import { Schema } from "@tiptap/pm/model";
import { expect, test } from "vitest";
import { createAnchor, findAnchor } from "./comment-anchors.ts";

const schema = new Schema({
  nodes: { doc: { content: "paragraph+" }, paragraph: { content: "text*" }, text: {} },
});
const docOf = (...paragraphs: readonly string[]) =>
  schema.node(
    "doc",
    null,
    paragraphs.map((text) => schema.node("paragraph", null, text === "" ? [] : [schema.text(text)])),
  );
const textAt = (doc: ReturnType<typeof docOf>, range: { from: number; to: number } | undefined) =>
  range === undefined ? undefined : doc.textBetween(range.from, range.to, "|");

const doc = docOf("Press the button.", "", "Then press the button again.");

test("an anchor is found after edits around it, at the place with the same words beside it", () => {
  const second = { from: 20 + "Then ".length + 2, to: 20 + "Then press the button".length + 2 };
  expect(doc.textBetween(second.from, second.to)).toBe("press the button");
  const anchor = createAnchor(doc, second);
  expect(anchor).toEqual({
    quote: "press the button",
    before: "Press the button.\n\nThen ",
    after: " again.",
  });
  const edited = docOf("First, press the button.", "Wait.", "Then press the button once more.");
  const range = anchor && findAnchor(edited, anchor);
  expect(textAt(edited, range)).toBe("press the button");
  expect(range?.from).toBeGreaterThan(edited.textContent.indexOf("Wait."));
});

test("an anchor can span blocks", () => {
  const anchor = createAnchor(doc, { from: 11, to: 26 });
  expect(anchor?.quote).toBe("button.\n\nThen");
  expect(textAt(doc, anchor && findAnchor(doc, anchor))).toBe("button.||Then");
});

test("changed text and text without characters have no place", () => {
  const anchor = createAnchor(doc, { from: 1, to: 6 });
  expect(anchor && findAnchor(docOf("Click the button."), anchor)).toBeUndefined();
  expect(createAnchor(doc, { from: 18, to: 20 })).toBeUndefined();
});
