import { describe, expect, it } from "vitest";
import { createId, createIdFromKey } from "./create-id.ts";

describe("createId", () => {
  it("contains the kind and is unique", () => {
    const ids = Array.from({ length: 1000 }, () => createId("evt", 5));
    expect(new Set(ids)).toHaveLength(1000);
    for (const id of ids) expect(id).toMatch(/^evt_[0-9A-Za-z]{24}$/);
  });

  it("sorts by creation time, for thousands of years", () => {
    const times = [
      0,
      1,
      61,
      62,
      3843,
      Date.UTC(2026, 0, 1),
      Date.UTC(2026, 0, 1, 0, 0, 0, 1),
      Date.UTC(5000, 0),
    ];
    const ids = times.map((time) => createId("ins", time));
    expect(ids.toSorted((a, b) => (a < b ? -1 : 1))).toEqual(ids);
  });
});

describe("createIdFromKey", () => {
  it("is the same for the same owner and key, and looks like any other", () => {
    const id = createIdFromKey("evt", "ins_1", "key");
    expect(createIdFromKey("evt", "ins_1", "key")).toBe(id);
    expect(id).toMatch(/^evt_[0-9A-Za-z]{24}$/);
  });

  it("differs by kind, owner and key, even if their concatenation is equal", () => {
    const ids = [
      createIdFromKey("evt", "ins_1", "key"),
      createIdFromKey("whe", "ins_1", "key"),
      createIdFromKey("evt", "ins_2", "key"),
      createIdFromKey("evt", "ins_1", "key2"),
      createIdFromKey("evt", "ins_1k", "ey"),
    ].map((id) => id.slice(4));
    expect(new Set(ids)).toHaveLength(ids.length);
  });
});
