import { expect, test } from "vitest";
import { parseWebframeMessage } from "./webframe-message.ts";

test("a frame says that it is ready, or asks for an action of its component", () => {
  expect(parseWebframeMessage({ action: { action: "@webframe.ready" } })).toEqual({ kind: "ready" });
  const action = { action: "save", text: "a" };
  expect(parseWebframeMessage({ action })).toEqual({ kind: "action", action });
});

test.each([
  null,
  "ready",
  [],
  {},
  { action: "@webframe.ready" },
  { action: { action: 7 } },
  { action: { action: "@ui.url.open", url: "https://example.com/" } },
  { action: { action: "@ui.modal.close" } },
])("anything else is nothing: %j", (message) => {
  expect(parseWebframeMessage(message)).toBeUndefined();
});
