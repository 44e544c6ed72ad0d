import { expect, test } from "vitest";
import { rememberTargets } from "./remember-targets.ts";

test("a URL is taken apart once", () => {
  const targetOf = rememberTargets(2);
  const target = targetOf("https://example.com/hook");
  expect(target).toMatchObject({ origin: "https://example.com", path: "/hook" });
  expect(targetOf("https://example.com/hook")).toBe(target);
  expect(targetOf("https://example.com/other")).toMatchObject({ path: "/other" });
});

test("no more URLs are remembered than it was told", () => {
  const targetOf = rememberTargets(2);
  const [first] = [1, 2, 3].map((number) => targetOf(`https://example.com/${number}`));
  expect(targetOf("https://example.com/1")).not.toBe(first);
});

test("a URL that is refused is refused again", () => {
  const targetOf = rememberTargets(2);
  for (let time = 0; time < 2; time += 1) {
    expect(() => targetOf("nonsense")).toThrow(expect.objectContaining({ code: "invalid_url" }));
  }
});
