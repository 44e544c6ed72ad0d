import { setImmediate as nextTurn } from "node:timers/promises";
import { expect, it } from "vitest";
import { printFiles, readFiles } from "./space-files.ts";

/** Runs work, and returns the number of turns of the event loop it takes. */
async function countTurns(work: () => Promise<unknown>): Promise<number> {
  let turns = 0;
  const over = new AbortController();
  const counting = (async () => {
    for (; !over.signal.aborted; turns += 1) await nextTurn();
  })();
  await work();
  over.abort();
  await counting;
  return turns;
}

it("reads and prints many files in several turns of the event loop", async () => {
  const text = "Signed webhooks. ".repeat(250);
  const files = new Map(Array.from({ length: 500 }, (_, page) => [`page-${page}.md`, text]));
  let pages: Awaited<ReturnType<typeof readFiles>> = [];
  const reading = countTurns(async () => {
    pages = await readFiles(files, []);
  });
  // 2 MB of text, read for the titles and for the blocks.
  expect(await reading).toBeGreaterThanOrEqual(16);
  expect(pages).toHaveLength(500);
  expect(await countTurns(() => printFiles(pages, [], ""))).toBeGreaterThanOrEqual(8);
});
