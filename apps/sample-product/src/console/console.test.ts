import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { createSecretBox, withoutTenantScope } from "@plugboard/platform";
import { openSqliteStorage } from "@plugboard/platform/sqlite";
import { launchBrowser } from "@plugboard/test-browser";
import type { AxeResults } from "axe-core";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { copyConsole } from "../../../../scripts/copy-console.ts";
import { buildConsole } from "../../../playground/src/build-pages.ts";
import { publishSamples } from "../server/publish-samples.ts";
import { seedTracker } from "../server/seed-tracker.ts";
import { startTracker, type TrackerServer } from "../server/start-tracker.ts";
import { tracker } from "../tracker.ts";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const ada = { email: "ada@example.com", name: "Ada", password: "correct horse" };

/** Returns the accessibility problems of a page, each with an element. */
async function findProblems(page: Page): Promise<readonly string[]> {
  await page.evaluate(axe);
  const { violations } = await page.evaluate<AxeResults>("axe.run()");
  return violations.map(({ id, nodes }) => `${page.url()} ${id}: ${nodes[0]?.html}`);
}

async function signIn(page: Page): Promise<void> {
  await page.getByLabel("Email").fill(ada.email);
  await page.getByLabel("Password").fill(ada.password);
  await page.getByRole("button", { name: "Sign in" }).click();
}

describe("the console of the tracker", { timeout: 300_000 }, () => {
  const closing: (() => unknown)[] = [];
  let server: TrackerServer;
  let browser: Browser;

  beforeAll(async () => {
    await buildConsole();
    await copyConsole();
    const secretBox = createSecretBox(randomBytes(32));
    const options = { folder: ":memory:", secretBox, product: tracker, requiresScope: true };
    const storage = await openSqliteStorage(options);
    server = await startTracker({ storage, secretBox, port: 0, onError: () => {} });
    const stopSamples = await withoutTenantScope("start", async () => {
      await seedTracker(server.platform, "acme", ada);
      return await publishSamples(server.platform);
    });
    browser = await launchBrowser();
    closing.push(() => browser.close(), server.close, stopSamples, storage.close);
  }, 300_000);
  afterAll(async () => {
    for (const close of closing) await close();
  });

  it("serves the files of the console, compressed and cached, and nothing else", async () => {
    const page = await fetch(`${server.url}/marketplace`);
    expect(page.headers.get("content-security-policy")).toContain("frame-ancestors 'self'");
    const html = await page.text();
    expect(html).toContain('<html data-product="/web/console-product.js"');
    const [script = ""] = /\/assets\/[\w.-]+\.js/.exec(html) ?? [];
    const { status, headers } = await fetch(server.url + script, { headers: { "accept-encoding": "br" } });
    expect([status, headers.get("content-encoding"), headers.get("cache-control")]).toEqual([
      200,
      "br",
      "public, max-age=31536000, immutable",
    ]);
    const plain = await fetch(server.url + script, { headers: { "accept-encoding": "identity" } });
    expect([plain.headers.get("content-encoding"), plain.headers.get("content-type")]).toEqual([
      null,
      "text/javascript; charset=utf-8",
    ]);
    for (const path of ["missing.js", "..%2F..%2F..%2Fpackage.json", "%2e%2e/index.html", "manifest.json"]) {
      const response = await fetch(`${server.url}/assets/${path}`);
      expect([path, response.headers.get("content-type"), (await response.text()).includes("{")]).toEqual([
        path,
        path === "%2e%2e/index.html" ? "text/html; charset=utf-8" : null,
        false,
      ]);
    }
    expect((await fetch(`${server.url}/marketplace`, { method: "POST" })).status).toBe(404);
  });

  it("installs and configures an integration in a project, and shows its delivery and log", async () => {
    const page = await browser.newPage();
    page.setDefaultTimeout(30_000);
    const paths = new Set<string>();
    const errors: string[] = [];
    const problems: string[] = [];
    page.on("request", (request) => paths.add(new URL(request.url()).pathname));
    page.on("pageerror", ({ message }) => errors.push(message));
    page.on("response", (response) => {
      if (response.status() >= 400) errors.push(`${response.status()} ${response.url()}`);
    });
    const check = async (): Promise<void> => {
      await page.locator(".skeleton").first().waitFor({ state: "detached" });
      problems.push(...(await findProblems(page)));
    };
    const section = (name: string) => page.getByRole("navigation", { name: "Sections" }).getByText(name);

    await page.goto(`${server.url}/marketplace?q=label`);
    await page.getByRole("heading", { name: "Sign in to Tracker" }).waitFor();
    await check();
    await signIn(page);
    await page.waitForURL(`${server.url}/marketplace?q=label`);
    await page.getByRole("link", { name: /Label triage/ }).click();
    await check();
    await page.getByRole("link", { name: "Install", exact: true }).click();
    await page.getByText("Open, close and label issues.").waitFor();
    await check();
    await page.getByRole("button", { name: "Allow and install" }).click();
    await page.getByLabel("Label for bugs").fill("defect");
    await check();
    await page.getByRole("button", { name: "Save and continue" }).click();
    await page.getByRole("button", { name: "Install in project Website" }).click();
    await page.getByRole("button", { name: "Remove from project Website" }).waitFor();
    const ofProject = page.getByRole("region", { name: "Settings in project Website" });
    await ofProject.getByLabel("Label for incidents").fill("outage");
    await ofProject.getByRole("button", { name: "Save" }).click();
    await check();
    await page.getByRole("button", { name: "Next" }).click();
    await page.getByRole("region", { name: "Test event" }).getByRole("combobox").selectOption("issue_opened");
    await page.getByRole("link", { name: "Done" }).click();

    await section("Projects").click();
    const website = page.getByRole("region", { name: "Website" });
    await website.getByLabel("New issue").fill("Login fails");
    await website.getByRole("button", { name: "Open issue" }).click();
    await website.getByText("Login fails").waitFor();
    await check();
    const isLabeled = async () => {
      await page.reload();
      await website.getByRole("listitem").first().waitFor();
      return await website.getByRole("listitem").allInnerTexts();
    };
    await expect.poll(isLabeled, { timeout: 60_000 }).toEqual(["Login fails (defect)"]);
    await website.getByLabel("New issue").fill("Search is down");
    await website.getByRole("button", { name: "Open issue" }).click();
    await expect
      .poll(isLabeled, { timeout: 60_000 })
      .toEqual(["Search is down (outage)", "Login fails (defect)"]);

    await section("Deliveries").click();
    await page.getByLabel("Event type").selectOption("issue_opened");
    await page.getByRole("button", { name: "issue_opened" }).first().click();
    await page.getByRole("complementary", { name: "Delivery" }).getByText("200").first().waitFor();
    await check();
    await section("Logs").click();
    await page.getByLabel("Integration").selectOption("label-triage");
    await page.getByText("labeled").first().waitFor();
    await check();
    for (const name of [
      "Overview",
      "Installed",
      "Events",
      "Endpoints",
      "Developers",
      "Members",
      "API keys",
    ]) {
      await section(name).click();
      await page.getByRole("heading", { level: 1, name }).waitFor();
      await check();
    }
    for (const name of ["Audit log", "Usage", "Review", "Settings"]) {
      await section(name).click();
      await page.getByRole("heading", { level: 1 }).waitFor();
      await check();
    }
    await page.goto(`${server.url}/endpoints?form=new`);
    const types = page.getByRole("group", { name: "Event types" });
    await types.getByText("An issue was opened").waitFor();
    expect(await types.getByRole("checkbox").count()).toBe(2);
    await page.getByLabel("Only events from").selectOption({ label: "Project Website" });
    await check();

    expect([...paths].filter((path) => /\/(spaces|sites|pages)(\/|$)/.test(path))).toEqual([]);
    expect(problems).toEqual([]);
    expect(errors).toEqual([]);
  });

  it("embeds marketplace, settings and portal in the tracker's own page, in its theme", async () => {
    const page = await browser.newPage();
    page.setDefaultTimeout(30_000);
    await page.goto(`${server.url}/sign-in?return=/extensions`);
    await signIn(page);
    const marketplace = page.frameLocator("iframe[title=Marketplace]");
    const settings = page.frameLocator("iframe[title=Settings]");
    const portal = page.frameLocator("iframe[title=Webhooks]");
    await marketplace.getByRole("link", { name: /Issue summary/ }).click();
    await marketplace.getByRole("link", { name: "Install", exact: true }).click();
    await marketplace.getByRole("button", { name: "Allow and install" }).click();
    await marketplace.getByRole("button", { name: "Continue" }).click();
    await marketplace.getByRole("button", { name: "Install in project Website" }).click();
    await marketplace.getByRole("button", { name: "Remove from project Website" }).waitFor();
    // The test above installed label triage.
    await settings.getByLabel("Label for bugs").waitFor();
    await portal.getByRole("link", { name: "Add endpoint" }).waitFor();
    for (const frame of [marketplace, settings, portal]) {
      expect(await frame.getByRole("navigation", { name: "Sections" }).count()).toBe(0);
      await expect
        .poll(() =>
          frame.locator("body").evaluate("document.body.style.getPropertyValue('--plugboard-accent')"),
        )
        .toBe("#0f766e");
    }
    expect(await findProblems(page)).toEqual([]);
  });
});
