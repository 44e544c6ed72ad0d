import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { launchBrowser, serveFolder } from "./index.ts";

test("the browser shows a page from a folder and isolates sandboxed frames", async () => {
  const folder = await mkdtemp(join(tmpdir(), "plugboard-browser-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  await writeFile(
    join(folder, "index.html"),
    `<h1>Here</h1><iframe sandbox="allow-scripts" src="/frame.html"></iframe>`,
  );
  await writeFile(join(folder, "frame.html"), `<script>document.write(self.origin)</script>`);
  const browser = await launchBrowser();
  onTestFinished(() => browser.close());
  const page = await browser.newPage();

  await serveFolder(page.context(), "http://page.test", folder);
  await page.goto("http://page.test/");

  expect(await page.textContent("h1")).toBe("Here");
  expect(await page.frameLocator("iframe").locator("body").textContent()).toContain("null");
  expect((await page.goto("http://page.test/missing.html"))?.status()).toBe(404);
}, 60_000);
