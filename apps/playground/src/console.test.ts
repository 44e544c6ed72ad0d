import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { launchBrowser } from "@plugboard/test-browser";
import type { Browser, Locator, Page } from "playwright-core";
import { build } from "vite";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createPlatformClient } from "./platform-client.ts";
import { publishSamples } from "./publish-samples.ts";
import { adminToken, type ServerProcess, startServerProcess } from "./testing/server-process.ts";

const consoleFolder = fileURLToPath(new URL("../../console", import.meta.url));

/** Waits until something is visible; fails when it does not come. */
async function isShown(locator: Locator): Promise<boolean> {
  await locator.waitFor();
  return await locator.isVisible();
}

describe("the console", () => {
  let dataDir: string;
  let server: ServerProcess;
  let browser: Browser;
  let page: Page;
  const problems: string[] = [];
  const closing: (() => Promise<unknown>)[] = [];
  const section = async (name: string): Promise<void> => {
    await page.getByRole("navigation", { name: "Sections" }).getByRole("link", { name }).click();
  };

  beforeAll(async () => {
    await build({ root: consoleFolder, logLevel: "error" });
    dataDir = await mkdtemp(join(tmpdir(), "plugboard-console-"));
    server = await startServerProcess(dataDir);
    const samples = await publishSamples(createPlatformClient(server.consoleUrl, adminToken));
    browser = await launchBrowser();
    closing.push(samples.stop, () => browser.close());
    page = await browser.newPage();
    page.setDefaultTimeout(10_000);
    page.on("pageerror", (error) => problems.push(error.message));
  });

  afterAll(async () => {
    await Promise.all(closing.map((close) => close()));
    await server.stop();
    await rm(dataDir, { recursive: true, force: true });
  });

  it("refuses a wrong token in words and lets the right one in", async () => {
    await page.goto(server.consoleUrl);
    await page.getByLabel("Administrator’s token").fill("not the token");
    await page.getByRole("button", { name: "Sign in" }).click();
    expect(await isShown(page.getByRole("alert").getByText("This is not the administrator's token."))).toBe(
      true,
    );
    await page.getByLabel("Administrator’s token").fill(adminToken);
    await page.getByRole("button", { name: "Sign in" }).click();
    expect(await isShown(page.getByRole("heading", { name: "Pages" }))).toBe(true);
  });

  it("installs an integration and sees it become active through a form made from its manifest", async () => {
    await section("Integrations");
    const card = page.locator("section").filter({ has: page.getByRole("heading", { name: "Webhook" }) });
    await card.getByRole("button", { name: "Install in Acme" }).click();
    expect(await isShown(page.getByText("pending", { exact: true }))).toBe(true);
    const setting = page.locator("form").filter({ hasText: "Webhook URL" });
    await setting.getByRole("textbox").fill("http://127.0.0.1:9/nobody");
    await setting.getByRole("button", { name: "Save" }).click();
    expect(await isShown(page.getByText("active", { exact: true }).first())).toBe(true);
    await page
      .getByRole("region", { name: "Webhook endpoint" })
      .getByText("http://127.0.0.1:9/nobody")
      .waitFor();
  });

  it("edits a page, and lists the event with its delivery", async () => {
    await section("Pages");
    await page.getByRole("link", { name: "Welcome" }).click();
    await page.getByLabel("Markdown").fill("# Edited in the console\n");
    await page.getByRole("button", { name: "Save" }).click();
    expect(await isShown(page.getByText("Saved as rev_"))).toBe(true);
    await section("Events");
    await page.getByRole("button", { name: "space_content_updated" }).first().click();
    expect(await isShown(page.getByText('"revisionId"'))).toBe(true);
  });

  it("renders a block of an integration, and its button changes what it shows", async () => {
    await section("Integrations");
    const card = page
      .locator("section")
      .filter({ has: page.getByRole("heading", { name: "Content digest" }) });
    await card.getByRole("button", { name: "Install in Acme" }).click();
    await page.getByRole("button", { name: "Install in space Handbook" }).click();
    expect(await isShown(page.getByRole("button", { name: "Remove from space Handbook" }))).toBe(true);
    await section("Pages");
    await page.getByRole("link", { name: "Welcome" }).click();
    const blocks = page.getByRole("region", { name: "Blocks" });
    await blocks.getByRole("button", { name: "Content digest" }).click();
    expect(await isShown(blocks.getByText("3 pages, newest change first"))).toBe(true);
    expect(await blocks.getByText(/^changed /).count()).toBe(2);
    await blocks.getByRole("button", { name: "Show all" }).click();
    expect(await isShown(blocks.getByRole("button", { name: "Show fewer" }))).toBe(true);
    expect(await blocks.getByText(/^changed /).count()).toBe(3);
  });

  it("shows the site as a visitor sees it, and takes feedback", async () => {
    await section("Site");
    const site = page.frameLocator("iframe");
    expect(await isShown(site.getByRole("heading", { name: "Edited in the console" }))).toBe(true);
    await site.getByLabel("Good").check();
    await site.getByLabel("Comment").fill("It works.");
    await site.getByRole("button", { name: "Send feedback" }).click();
    expect(await isShown(site.getByText("Thank you for your feedback."))).toBe(true);
  });

  it("went through all of it without an error in the page", () => {
    expect(problems).toEqual([]);
  });
});
