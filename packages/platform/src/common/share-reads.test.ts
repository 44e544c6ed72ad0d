import { expect, it } from "vitest";
import { shareReads } from "./share-reads.ts";

it("shares one read among callers in one turn, reads again for later callers, and does not cache failures", async () => {
  const seen: string[] = [];
  const read = shareReads(async (key: string) => {
    seen.push(key);
    if (seen.length === 1) throw new Error("no database");
    return seen.length;
  });
  const failed = await Promise.allSettled([read("a"), read("a")]);
  expect(failed.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  expect(await Promise.all([read("a"), read("b"), read("a")])).toEqual([2, 3, 2]);
  expect(await read("a")).toBe(4);
});
