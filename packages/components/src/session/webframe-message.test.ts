import { expect, test } from "vitest";
import { readWebframeMessage } from "./webframe-message.ts";

test("a frame reports that it is ready, or requests an action of its component", () => {
  expect(readWebframeMessage({ action: { action: "@webframe.ready" } })).toEqual({ kind: "ready" });
  const action = { action: "save", text: "a" };
  expect(readWebframeMessage({ action })).toEqual({ kind: "action", action });
});

test("a frame requests another size; invalid sizes are omitted", () => {
  const size = { aspectRatio: 2, height: 320, maxHeight: -1, maxWidth: "100%" };
  expect(readWebframeMessage({ action: { action: "@webframe.resize", size } })).toEqual({
    kind: "resize",
    size: { aspectRatio: 2, height: 320 },
  });
  expect(readWebframeMessage({ action: { action: "@webframe.resize" } })).toEqual({
    kind: "resize",
    size: {},
  });
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
])("ignores other messages: %j", (message) => {
  expect(readWebframeMessage(message)).toBeUndefined();
});
