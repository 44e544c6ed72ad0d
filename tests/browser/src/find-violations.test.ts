import { expect, onTestFinished, test } from "vitest";
import { findViolations } from "./find-violations.ts";
import { launchBrowser } from "./launch-browser.ts";

async function openPage(style: string, body: string) {
  const browser = await launchBrowser();
  onTestFinished(() => browser.close());
  const page = await browser.newPage();
  await page.setContent(`<!doctype html><html lang="en"><title>Test</title><style>${style}</style>${body}`);
  return page;
}

test("a text that is fading in is checked at the end of its transition", async () => {
  const turning = "i { animation: turn 1s infinite } @keyframes turn { to { rotate: 1turn } }";
  const page = await openPage(
    `p { opacity: 0; transition: opacity 500ms } .shown { opacity: 1 } ${turning}`,
    "<main><h1>Settings</h1><p>Saved</p><i>Loading</i></main>",
  );
  await page.evaluate("document.querySelector('p').classList.add('shown')");
  expect(await findViolations(page)).toEqual([]);
});

test("the search can be limited to rules and parts of a page", async () => {
  const page = await openPage("p { color: #ccc }", "<main><h1>Files</h1><img src='a.png'><p>Pale</p></main>");
  const idsOf = async (search: Parameters<typeof findViolations>[1]) =>
    (await findViolations(page, search)).map(({ id }) => id);
  expect(await idsOf({})).toEqual(["color-contrast", "image-alt"]);
  expect(await idsOf({ exclude: ["p"] })).toEqual(["image-alt"]);
  expect(await idsOf({ include: "p" })).toEqual(["color-contrast"]);
  expect(await idsOf({ rules: ["image-alt"] })).toEqual(["image-alt"]);
  expect(await idsOf({ disabledRules: ["image-alt"] })).toEqual(["color-contrast"]);
});
