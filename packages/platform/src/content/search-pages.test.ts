import { expect, it } from "vitest";
import { searchPages } from "./search-pages.ts";

const page = (title: string, markdown: string) => ({ title, markdown });

it("finds the pages that have all words, the best first, with the text around the first", async () => {
  const pages = [
    page("Other", "Webhooks are delivered."),
    page("Delivery", "Webhooks are signed. Signed webhooks are verified."),
    page("Signed webhooks", "How **signatures** work."),
  ];
  const matches = await searchPages(pages, "Signed  webhooks");
  expect(matches.map((match) => match.page.title)).toEqual(["Signed webhooks", "Delivery"]);
  expect(matches[0]?.excerpt).toBe("How signatures work.");
});

it("lets other work run while it reads 16 million characters", async () => {
  const pages = Array.from({ length: 128 }, (_, index) =>
    page(`Page ${index}`, "word another ".repeat(10_100)),
  );
  let turns = 0;
  const count = (): void => {
    turns += 1;
    next = setImmediate(count);
  };
  let next = setImmediate(count);
  const matches = await searchPages(pages, "another word missing page 1");
  clearImmediate(next);
  expect(matches).toEqual([]);
  expect(turns).toBeGreaterThanOrEqual(20);
});
