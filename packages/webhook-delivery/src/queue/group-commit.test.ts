import { expect, test } from "vitest";
import { createGroupCommit } from "./group-commit.ts";

test("calls made while a commit runs share the next one, and each gets its own results", async () => {
  const commits: number[][] = [];
  const write = createGroupCommit<number, string>(async (items) => {
    commits.push([...items]);
    return items.map((item) => `#${item}`);
  }, 100);
  const first = Promise.all([write([1, 2]), write([3])]);
  expect(await first).toEqual([["#1", "#2"], ["#3"]]);
  expect(await write([])).toEqual([]);
  expect(await Promise.all([write([4]), write([5])])).toEqual([["#4"], ["#5"]]);
  expect(commits.filter((items) => items.length > 0)).toEqual([
    [1, 2, 3],
    [4, 5],
  ]);
});

test("a full commit takes no further calls", async () => {
  const sizes: number[] = [];
  const write = createGroupCommit<number, number>(async (items) => {
    sizes.push(items.length);
    return items;
  }, 3);
  await Promise.all([write([1, 2]), write([3, 4]), write([5])]);
  expect(sizes).toEqual([4, 1]);
});

test("a failed commit rejects its own calls but not later ones", async () => {
  let broken = true;
  const write = createGroupCommit<number, number>(async (items) => {
    if (broken) throw new Error("disk full");
    return items;
  }, 1);
  const first = write([1]);
  const second = first.catch(() => {
    broken = false;
    return write([2]);
  });
  await expect(first).rejects.toThrow("disk full");
  expect(await second).toEqual([2]);
});
