import { existsSync } from "node:fs";
import { glob, mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { findViolations, launchBrowser } from "@plugboard/test-browser";
import type { Page } from "playwright-core";
import { buildConsole } from "../../apps/playground/src/build-pages.ts";
import { adminToken, startServerProcess } from "../../apps/console/test/testing/server-process.ts";

// `pnpm docs:check` checks the built documentation in a browser, after `pnpm docs:build`: from the console's
// Developers page to the search, then every page in both themes, on phone and desktop. `--pictures FOLDER`
// also takes screenshots.

const documentation = fileURLToPath(new URL("../dist", import.meta.url));
const themes = ["light", "dark"] as const;
const sizes = [
  { width: 390, height: 844 },
  { width: 1280, height: 800 },
] as const;
// The page's horizontal overflow.
const overhang = "document.documentElement.scrollWidth - document.documentElement.clientWidth";
const isHydrated = "document.querySelector('#app').__vue_app__ !== undefined";
const pictures = process.argv[2] === "--pictures" ? process.argv[3] : undefined;

if (!existsSync(join(documentation, "index.html")))
  throw new Error("The documentation isn't built. Run `pnpm docs:build` first.");
await buildConsole();
const dataDir = await mkdtemp(join(tmpdir(), "plugboard-docs-"));
const server = await startServerProcess(dataDir);
const browser = await launchBrowser();
const problems: string[] = [];
try {
  const context = await browser.newContext({ viewport: sizes[1], reducedMotion: "reduce" });
  context.on("console", (message) => {
    if (message.type() === "error") problems.push(`${message.page()?.url()}: ${message.text()}`);
  });
  context.on("weberror", (error) => problems.push(`${error.page()?.url()}: ${error.error()}`));
  const page = await openFromConsole(await context.newPage());
  await search(page);
  const files: string[] = [];
  for await (const file of glob("**/*.html", { cwd: documentation })) files.push(file);
  const paths = files
    .filter((file) => file !== "404.html" && file !== "gallery/frame.html")
    .map((file) => file.replace(/(?:(?<=^|\/)index)?\.html$/, ""));
  for (const path of paths.toSorted()) await inspect(page, path);
  console.log(`Checked ${paths.length} pages.`);
} finally {
  await browser.close();
  await server.stop();
  await rm(dataDir, { recursive: true, force: true });
}
for (const problem of problems) console.error(problem);
process.exitCode = problems.length === 0 ? 0 : 1;

async function openFromConsole(page: Page): Promise<Page> {
  await page.goto(`${server.consoleUrl}/developers`);
  await page.getByLabel("Administrator token").fill(adminToken);
  await page.getByRole("button", { name: "Sign in" }).click();
  const opened = page.waitForEvent("popup");
  await page.getByRole("link", { name: "Read the docs" }).click();
  const docs = await opened;
  await docs.getByRole("heading", { name: "Plugboard", level: 1 }).waitFor();
  return docs;
}

async function search(page: Page): Promise<void> {
  // Buttons don't work until the page is hydrated. `waitForFunction` would evaluate text later, which the page's policy forbids.
  for (let waited = 0; !(await page.evaluate<boolean>(isHydrated)); waited += 100) {
    if (waited > 30_000) throw new Error(`${page.url()} is not hydrated after 30 seconds`);
    await page.waitForTimeout(100);
  }
  await page.getByRole("button", { name: "Search" }).click();
  await page.getByRole("searchbox").fill("ordering key");
  const name = "Deliver events in order";
  await page.getByRole("option").filter({ hasText: name }).first().click();
  await page.getByRole("heading", { name, level: 1 }).waitFor();
}

async function inspect(page: Page, path: string): Promise<void> {
  for (const colorScheme of themes) {
    await page.emulateMedia({ colorScheme });
    await page.goto(`${server.consoleUrl}/docs/${path}`);
    await page.getByRole("heading", { level: 1 }).first().waitFor();
    for (const size of sizes) {
      await page.setViewportSize(size);
      const where = `${path === "" ? "index" : path}, ${size.width} px, ${colorScheme}`;
      const wide = await page.evaluate<number>(overhang);
      if (wide > 0) problems.push(`${where}: ${wide} px wider than the window`);
      const isFirst = colorScheme === "light";
      // The dark theme differs only in colors, which don't depend on the width. The API page is Scalar's own.
      if (path !== "http-api/" && (isFirst || size.width > 1000))
        problems.push(...(await findProblems(page, where, isFirst)));
      if (pictures === undefined) continue;
      await mkdir(pictures, { recursive: true });
      const name = `${path === "" ? "index" : path.replaceAll("/", "-")}-${size.width}-${colorScheme}.png`;
      await page.screenshot({ path: join(pictures, name) });
    }
  }
}

async function findProblems(page: Page, where: string, isWhole: boolean): Promise<string[]> {
  const rules = isWhole ? undefined : ["color-contrast", "link-in-text-block"];
  const findings = await findViolations(page, { rules });
  return findings.map(
    ({ id, nodes }) => `${where}: ${id} (${nodes.length}): ${nodes[0]?.html} ${nodes[0]?.failureSummary}`,
  );
}
