import { expect, it, vi } from "vitest";
import { type Announced, createPagePresences } from "./page-presences.ts";

const page = { spaceId: "spc_1", pageId: "pag_1" };
const ada: Announced = {
  ...page,
  organizationId: "org_1",
  id: "w1",
  author: { type: "member", id: "usr_1", name: "Ada" },
  activity: "viewing",
};

it("reports only differences, and forgets windows that stop announcing themselves", () => {
  vi.useFakeTimers({ now: 0 });
  const ended = vi.fn<(organizations: readonly string[]) => void>();
  const { apply, list } = createPagePresences(Date.now, ended);
  expect(apply(ada, "own")).toBe(true);
  expect(apply(ada, "own")).toBe(false);
  expect(apply({ ...ada, activity: "typing" }, "own")).toBe(true);
  expect(list(page)).toEqual([{ id: "w1", author: ada.author, isTyping: true }]);
  vi.advanceTimersByTime(8_000);
  expect(ended.mock.calls).toEqual([[["org_1"]]]);
  expect(list(page)).toEqual([{ id: "w1", author: ada.author, isTyping: false }]);
  expect(apply({ ...ada, caret: "3" }, "own")).toBe(true);
  expect(apply({ ...ada, caret: "3" }, "own")).toBe(false);
  expect(list(page)).toEqual([{ id: "w1", author: ada.author, isTyping: false, caret: "3" }]);
  vi.advanceTimersByTime(90_000);
  expect(ended).toHaveBeenCalledTimes(2);
  expect(list(page)).toEqual([]);
  vi.useRealTimers();
});

it("keeps windows of different people with the same ID apart, and only the newest 50 of one person", () => {
  const { apply, list, own } = createPagePresences(Date.now, () => {});
  apply(ada, "own");
  apply({ ...ada, author: { type: "member", id: "usr_2" } }, "peer");
  apply({ ...ada, author: { type: "member", id: "usr_2" }, activity: "left" }, "peer");
  expect(list(page).map(({ author }) => author.id)).toEqual(["usr_1"]);
  for (let window = 2; window <= 60; window += 1) apply({ ...ada, id: `w${window}` }, "peer");
  expect(list(page)).toHaveLength(50);
  expect(own()).toEqual([]);
});

it("reads no windows of other pages and people", () => {
  const { apply, list } = createPagePresences(Date.now, () => {});
  let reads = 0;
  const others = Array.from({ length: 500 }, (_each, index) => {
    const { author } = ada;
    const other = { ...ada, id: `w${index}`, pageId: `pag_${index + 2}` };
    return Object.defineProperty(other, "author", {
      get: () => {
        reads += 1;
        return { ...author, id: `usr_${index + 2}` };
      },
    });
  });
  for (const other of others) apply(other, "own");
  reads = 0;
  for (const activity of ["viewing", "typing", "left"] as const) apply({ ...ada, activity }, "own");
  expect(list(page)).toEqual([]);
  expect(reads).toBe(0);
});
