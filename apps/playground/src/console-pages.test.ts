import { mkdir, readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import {
  createPortalSession,
  createSpaceInstallation,
  listEvents,
  listPages,
  listSpaces,
  updatePageContent,
  updateWebhookEndpoint,
} from "@plugboard/api/routes";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type ConsoleWorld, startConsoleWorld } from "./testing/console-world.ts";
import { adminToken } from "./testing/server-process.ts";
import { waitFor } from "./testing/wait-for.ts";

// `pnpm pictures` sets it: each page is also photographed, into docs/pictures, and the README's picture is taken anew.
const takesPictures = import.meta.env.MODE === "pictures";
const folder = fileURLToPath(new URL("../../../docs/pictures", import.meta.url));
const axePath = createRequire(import.meta.url).resolve("axe-core/axe.min.js");
// The pages to look at, by their names; all of them when the variable is absent.
const wanted = process.env["PAGES"]?.split(",");
const pictureOfReadme = "delivery-1280-light";
const widths = [390, 1280, 1920] as const;
const narrowestWidth = 360;
const themes = ["light", "dark"] as const;

// How far the page reaches beyond the window.
const overhang = "document.documentElement.scrollWidth - document.documentElement.clientWidth";

interface Finding {
  readonly id: string;
  readonly nodes: readonly { readonly html: string; readonly failureSummary: string }[];
}

describe("every page of the console", () => {
  let world: ConsoleWorld;
  let page: Page;
  const addresses: Record<string, string> = {};
  const problems: string[] = [];

  beforeAll(async () => {
    world = await startConsoleWorld();
    const { platform, target } = world;
    const webhook = await world.installWebhook();
    const digest = await world.install("content-digest");
    const spaceId = (await platform.call(listSpaces)).items[0]?.id ?? "";
    const pageId = (await platform.call(listPages, { params: { spaceId } })).items[0]?.id ?? "";
    for (const installationId of [webhook.installationId, digest])
      await platform.call(createSpaceInstallation, { params: { installationId, spaceId } });
    for (let edit = 1; edit <= 4; edit += 1) {
      const body = { markdown: `# Welcome\n\nEdited ${edit} times.\n` };
      await platform.call(updatePageContent, { params: { spaceId, pageId }, body });
    }
    for (let sent = 0; sent < 12; sent += 1) await webhook.send();
    await waitFor("the deliveries", () => (target.statuses.length >= 16 ? true : undefined));
    target.failNext(400, 503, 422);
    for (let sent = 0; sent < 3; sent += 1) await webhook.send();
    await waitFor("the failures", () => (target.statuses.length >= 19 ? true : undefined));
    const params = { installationId: webhook.installationId, endpointId: webhook.endpointId };
    await platform.call(updateWebhookEndpoint, { params, body: { status: "paused" } });
    const { deliveryId } = await webhook.send();
    const portal = await platform.call(createPortalSession, {
      params: { organizationId: world.organization },
      body: {},
    });
    const events = await platform.call(listEvents);
    const eventId = events.items.find(({ type }) => type === "space_content_updated")?.id ?? "";
    Object.assign(addresses, {
      overview: "/",
      content: "/content",
      editor: `/content/spaces/${spaceId}/pages/${pageId}`,
      sites: "/content/sites",
      marketplace: "/marketplace",
      integration: "/marketplace/webhook",
      install: "/marketplace/webhook/install?step=settings",
      test: "/marketplace/content-digest/install?step=test",
      installed: "/installed",
      installation: `/installed/${webhook.installationId}`,
      events: "/events",
      event: `/events?event=${eventId}`,
      deliveries: "/deliveries",
      delivery: `/deliveries?delivery=${deliveryId}`,
      endpoints: "/endpoints",
      endpoint: `/endpoints?endpoint=${webhook.endpointId}`,
      logs: "/logs",
      developers: "/developers",
      members: "/members",
      keys: "/keys",
      account: "/account",
      audit: "/audit",
      reviews: "/reviews",
      usage: "/usage",
      settings: "/settings",
      portal: new URL(portal.signedUrl).pathname + new URL(portal.signedUrl).hash,
      missing: "/nothing-here",
    });
    page = await world.browser.newPage();
    page.setDefaultTimeout(10_000);
    page.on("pageerror", (error) => problems.push(error.message));
    if (takesPictures) await mkdir(folder, { recursive: true });
  }, 60_000);

  afterAll(() => world.close());

  /** What is wrong with the page that is open, in each theme and at each width, as lines that say where. */
  const inspect = async (name: string): Promise<string[]> => {
    const found: string[] = [];
    const seen = new Set<string>();
    await page.addScriptTag({ path: axePath });
    await page.setViewportSize({ width: narrowestWidth, height: 740 });
    const narrow = await page.evaluate<number>(overhang);
    if (narrow > 0) found.push(`${name}: ${narrow} px wider than a window of ${narrowestWidth} px`);
    for (const colorScheme of themes) {
      await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
      for (const width of widths) {
        // Colors are the same at every width.
        if (!takesPictures && colorScheme === "dark" && width !== 1280) continue;
        await page.setViewportSize({ width, height: width < 768 ? 844 : 800 });
        const where = `${name}, ${width} px, ${colorScheme}`;
        const findings = await page.evaluate<readonly Finding[]>(
          "axe.run({ exclude: ['iframe'] }, { resultTypes: ['violations'] }).then((result) => result.violations)",
        );
        for (const { id, nodes } of findings) {
          if (!seen.has(id)) found.push(`${where}: ${id}: ${nodes[0]?.html} ${nodes[0]?.failureSummary}`);
          seen.add(id);
        }
        if (!takesPictures) continue;
        const picture = `${name}-${width}-${colorScheme}`;
        await page.screenshot({ path: join(folder, `${picture}.png`) });
        if (picture === pictureOfReadme) await page.screenshot({ path: join(folder, "../console.png") });
      }
    }
    return found;
  };

  it("has no finding of axe and fits, in both themes and at every width", async () => {
    await page.goto(world.server.consoleUrl);
    await page.getByRole("button", { name: "Sign in" }).waitFor();
    // The page's policy is for what the console itself brings along, not for what looks at it.
    const session = await page.context().newCDPSession(page);
    await session.send("Page.setBypassCSP", { enabled: true });
    await page.reload();
    await page.getByRole("button", { name: "Sign in" }).waitFor();
    const found = await inspect("sign-in");
    await world.signIn(page);
    for (const [name, address] of Object.entries(addresses)) {
      if (wanted?.includes(name) === false) continue;
      await page.goto(`${world.server.consoleUrl}${address}`);
      await page.getByRole("heading", { level: 1 }).first().waitFor();
      await page.locator(".skeleton").first().waitFor({ state: "detached" });
      // What a page reads after its first view: charts, colors of code.
      if (takesPictures) await page.waitForTimeout(700);
      found.push(...(await inspect(name)));
    }
    expect(found).toEqual([]);
    expect(problems).toEqual([]);
  }, 300_000);

  it("shows the administrator what the server was started with, but for secrets", async () => {
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.goto(`${world.server.consoleUrl}/settings`);
    const server = page.getByRole("region", { name: "Server" });
    await server.getByText("PLUGBOARD_RETRY_DELAYS").waitFor();
    const text = await server.innerText();
    expect(text).toMatch(/PLUGBOARD_ADMIN_TOKEN\s+hidden set\s/);
    expect(text).toMatch(/PLUGBOARD_DATA_DIR\s+\/\S+ set\s/);
    expect(text).toMatch(/PLUGBOARD_RETRY_DELAYS\s+1s,2s,4s default\s/);
    expect(await page.content()).not.toContain(adminToken);
    expect(await inspect("the settings of the server")).toEqual([]);
  });

  it("sets an organization's quota, and shows and exports who did it", async () => {
    await page.goto(`${world.server.consoleUrl}/usage`);
    await page.getByLabel("Requests a minute").fill("512");
    await page.getByRole("button", { name: "Set", exact: true }).click();
    await page.getByText("0 of 512 in this minute").waitFor();
    await page.goto(`${world.server.consoleUrl}/audit`);
    await page.getByRole("textbox", { name: "Operation" }).fill("setOrganizationQuota");
    await page.getByRole("textbox", { name: "Operation" }).press("Enter");
    await page.waitForURL(/operation=setOrganizationQuota/);
    await page.getByText("Create portal session").first().waitFor({ state: "detached" });
    await page.getByText("Set organization quota").first().click();
    await page.getByText('"requestsPerMinute"').first().waitFor();
    const download = page.waitForEvent("download");
    await page.getByRole("button", { name: "Export as JSON lines" }).click();
    const exported = await readFile(await (await download).path(), "utf8");
    expect(exported.trim().split("\n")).toHaveLength(1);
    expect(JSON.parse(exported)).toMatchObject({ operation: "setOrganizationQuota" });
  });
});
