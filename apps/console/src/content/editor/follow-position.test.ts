import { Schema } from "@tiptap/pm/model";
import { expect, it } from "vitest";
import { followPosition } from "./follow-position.ts";

const schema = new Schema({
  nodes: { doc: { content: "paragraph+" }, paragraph: { content: "text*" }, text: {} },
});

/** Returns a document of these paragraphs, and the position of the caret `|` in it. */
function read(...paragraphs: readonly string[]) {
  const doc = schema.node(
    "doc",
    null,
    paragraphs.map((text) => {
      const words = text.replace("|", "");
      return schema.node("paragraph", null, words === "" ? [] : [schema.text(words)]);
    }),
  );
  const texts = paragraphs.join("\n\n");
  // Each boundary of two paragraphs has two positions.
  return { doc, from: 0, to: doc.content.size, caret: texts.indexOf("|") + 1 };
}

it.each([
  [["one two| three"], ["zero one two| three four"]],
  [["one tw|o three"], ["zero one tw|o three four"]],
  [["|one two"], ["|two"]],
  [["one |two three"], ["one |three"]],
  [["one two| three"], ["1 2| 3"]],
  [
    ["one", "two| three"],
    ["one", "new", "two| four"],
  ],
  [["one", "two|"], ["one|"]],
  [["one two|"], ["|"]],
])("follows the text before %j to %j", (before, after) => {
  const [old, next] = [read(...before), read(...after)];
  expect(followPosition(old, next, old.caret)).toBe(next.caret);
});
