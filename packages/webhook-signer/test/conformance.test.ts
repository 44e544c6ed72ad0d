import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { launchBrowser, serveFolder } from "@plugboard/test-browser";
import { bundleForRuntimes, runOnRuntime, runtimeNames } from "@plugboard/test-runtimes";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";

let folder = "";
const bundleOf = (entry: string): string => join(folder, `${entry}.js`);

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "plugboard-signer-"));
  for (const entry of ["signer", "signer-portable"]) {
    await bundleForRuntimes(join(import.meta.dirname, `${entry}.conformance.ts`), bundleOf(entry));
  }
});
afterAll(() => rm(folder, { recursive: true, force: true }));

describe.each(runtimeNames)("the signer on %s", (runtime) => {
  it.each([
    ["node:crypto", "signer"],
    ["WebCrypto alone", "signer-portable"],
  ])("conforms with %s", { timeout: 90_000 }, async (_crypto, entry) => {
    expect(await runOnRuntime(runtime, bundleOf(entry))).toMatchObject({
      exitCode: 0,
      output: expect.stringContaining("conformance passed"),
    });
  });
});

describe("the signer in Chromium", () => {
  it("conforms", { timeout: 120_000 }, async () => {
    const script = `import { run } from "./signer-portable.js"; window.outcome = run().then(() => "conforms", String);`;
    await writeFile(join(folder, "index.html"), `<script type="module">${script}</script>`);
    const browser = await launchBrowser();
    onTestFinished(() => browser.close());
    const page = await browser.newPage();
    await serveFolder(page.context(), "https://signer.test", folder);
    await page.goto("https://signer.test/");
    expect(await page.evaluate("window.outcome")).toBe("conforms");
  });
});
