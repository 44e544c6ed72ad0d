import { expect, it } from "vitest";
import { keepLost } from "./keep-lost.ts";

it("keeps lost items in their order until they are listed again", () => {
  const [a, b, c] = [{ id: "a" }, { id: "b" }, { id: "c" }];
  const lost = keepLost([a, b], [c, b]);
  expect(lost).toEqual([{ id: "a", isLost: true }, b, c]);
  expect(keepLost(lost, [])).toEqual([a, b, c].map((item) => ({ ...item, isLost: true })));
  expect(keepLost(lost, [a, b, c])).toEqual([a, b, c]);
});
