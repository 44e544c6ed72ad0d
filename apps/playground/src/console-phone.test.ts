import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { launchBrowser } from "@plugboard/test-browser";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createApiClient } from "@plugboard/api/client";
import { publishSamples } from "./publish-samples.ts";
import { buildConsole } from "./testing/build-console.ts";
import { adminToken, type ServerProcess, startServerProcess } from "./testing/server-process.ts";

describe("the console on a phone", () => {
  let dataDir: string;
  let server: ServerProcess;
  let browser: Browser;
  let page: Page;
  const closing: (() => Promise<unknown>)[] = [];
  const section = async (name: string): Promise<void> => {
    await page.getByRole("navigation", { name: "Sections" }).getByRole("link", { name }).click();
    await page.getByRole("heading", { name, level: 1 }).waitFor();
  };
  /** How far the page reaches beyond the screen. */
  const overhang = () =>
    page.evaluate<number>("document.documentElement.scrollWidth - document.documentElement.clientWidth");

  beforeAll(async () => {
    await buildConsole();
    dataDir = await mkdtemp(join(tmpdir(), "plugboard-phone-"));
    server = await startServerProcess(dataDir);
    const samples = await publishSamples(
      createApiClient({ endpoint: `${server.consoleUrl}/v1`, token: adminToken }),
    );
    browser = await launchBrowser();
    closing.push(samples.stop, () => browser.close());
    page = await browser.newPage({ viewport: { width: 360, height: 740 } });
    page.setDefaultTimeout(10_000);
    await page.goto(server.consoleUrl);
    await page.getByLabel("Administrator’s token").fill(adminToken);
    await page.getByRole("button", { name: "Sign in" }).click();
  }, 60_000);

  afterAll(async () => {
    await Promise.all(closing.map((close) => close()));
    await server.stop();
    await rm(dataDir, { recursive: true, force: true });
  });

  it.each(["Pages", "Site", "Integrations", "Events"])("fits the section %s", async (name) => {
    await section(name);
    expect(await overhang()).toBe(0);
  });

  it("fits a page with its blocks, and says that there are none", async () => {
    await section("Pages");
    await page.getByRole("link", { name: "Welcome" }).click();
    await page.getByText("No integration that is installed in this space offers a block.").waitFor();
    expect(await overhang()).toBe(0);
  });

  it("fits an installation with its deliveries", async () => {
    await section("Integrations");
    const card = page.locator("section").filter({ has: page.getByRole("heading", { name: "Webhook" }) });
    await card.getByRole("button", { name: "Install in Acme" }).click();
    await page.getByRole("button", { name: "Send again" }).first().waitFor();
    expect(await overhang()).toBe(0);
  });

  it("fits an event with its payload", async () => {
    await section("Events");
    await page.getByRole("button", { name: "installation_setup" }).first().click();
    await page.getByRole("button", { name: "Send again" }).first().waitFor();
    expect(await overhang()).toBe(0);
    const payload = await page.locator("pre").boundingBox();
    expect((payload?.x ?? 0) + (payload?.width ?? Number.POSITIVE_INFINITY)).toBeLessThan(360);
  });
});
