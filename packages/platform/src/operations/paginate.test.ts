import { describe, expect, it } from "vitest";
import { paginate } from "./paginate.ts";

describe("paginate", () => {
  const keyOf = (item: string) => item;

  it("neither repeats nor skips an item when others are added or removed between pages", () => {
    const first = paginate(["a", "c", "e", "g"], keyOf, { limit: 2 });
    expect(first).toEqual({ items: ["a", "c"], next: "c" });
    const second = paginate(["b", "d", "e", "g"], keyOf, { limit: 2, cursor: "c" });
    expect(second).toEqual({ items: ["d", "e"], next: "e" });
    expect(paginate(["b", "d", "e", "g"], keyOf, { limit: 2, cursor: "e" })).toEqual({ items: ["g"] });
  });

  it("returns no next page if the last one is exactly full", () => {
    expect(paginate(["a", "b"], keyOf, { limit: 2 })).toEqual({ items: ["a", "b"] });
    expect(paginate([], keyOf, { limit: 2 })).toEqual({ items: [] });
  });
});
