import { mkdir, readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import {
  createPortalSession,
  createSpaceInstallation,
  getOrganizationUsage,
  listEvents,
  listPages,
  listSettings,
  listSites,
  listSpaces,
  updatePageContent,
  updateWebhookEndpoint,
} from "@plugboard/api/routes";
import type { Page, Route } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type ConsoleWorld, type InstalledWebhook, startConsoleWorld } from "./testing/console-world.ts";
import { fillDeliveries } from "./testing/fill-deliveries.ts";
import { adminToken } from "./testing/server-process.ts";
import { waitFor } from "./testing/wait-for.ts";

// Set by `pnpm pictures`, which also saves a screenshot of each page to docs/pictures and updates the
// README's picture.
const takesPictures = import.meta.env.MODE === "pictures";
const folder = fileURLToPath(new URL("../../../docs/pictures", import.meta.url));
const axePath = createRequire(import.meta.url).resolve("axe-core/axe.min.js");
// Names of the pages to check; defaults to all.
const wanted = process.env["PAGES"]?.split(",");
const widths = [390, 1280, 1920] as const;
const narrowestWidth = 360;
const themes = ["light", "dark"] as const;
/** Axe rules about colors. All pages are checked in the light theme. */
const colorRules = ["color-contrast", "link-in-text-block"];
/** Axe rules whose result depends on the window size. */
const layoutRules = [...colorRules, "scrollable-region-focusable", "target-size"];

// The page's horizontal overflow.
const overhang = "document.documentElement.scrollWidth - document.documentElement.clientWidth";

const problem = (status: number, code: string, detail: string) => ({
  status,
  contentType: "application/problem+json",
  body: JSON.stringify({ type: "about:blank", title: detail, status, code, detail }),
});

interface PageState {
  readonly respond: (route: Route) => Promise<void>;
  /** The text that the page must show. */
  readonly says?: string | RegExp;
}

/** Simulated conditions of the server or network. */
const states: Readonly<Record<string, PageState>> = {
  loading: { respond: () => new Promise(() => {}) },
  empty: {
    respond: async (route) => {
      const response = await route.fetch();
      const body: unknown = await response.json().catch(() => undefined);
      const isList = Array.isArray(Reflect.get(Object(body), "items"));
      await route.fulfill(isList ? { response, json: { items: [] } } : { response });
    },
  },
  failed: {
    respond: (route) => route.fulfill(problem(503, "unavailable", "The database does not respond.")),
    says: "The database does not respond.",
  },
  offline: { respond: (route) => route.abort("internetdisconnected"), says: "Can’t reach the server." },
  "session ended": {
    respond: (route) => route.fulfill(problem(401, "unauthorized", "Sign in.")),
    says: "Your session has expired.",
  },
};

/** Pages whose conditions are checked on every test run. Screenshots include all pages. */
const ownStates = ["content", "editor", "marketplace", "installation"];

interface Finding {
  readonly id: string;
  readonly nodes: readonly { readonly html: string; readonly failureSummary: string }[];
}

describe("every page of the console", () => {
  let world: ConsoleWorld;
  let webhook: InstalledWebhook;
  let page: Page;
  const addresses: Record<string, string> = {};
  // Pages outside the console's frame.
  const ownAddresses: Record<string, string> = {};
  const problems: string[] = [];

  beforeAll(async () => {
    world = await startConsoleWorld();
    const { platform, target } = world;
    webhook = await world.installWebhook();
    const digest = await world.install("content-digest");
    const spaceId = (await platform.call(listSpaces)).items[0]?.id ?? "";
    const siteId = (await platform.call(listSites)).items[0]?.id ?? "";
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
    // Pages of the same component must not be adjacent: the heading would be the same element.
    Object.assign(addresses, {
      overview: "/",
      content: "/content",
      editor: `/content/spaces/${spaceId}/pages/${pageId}`,
      history: `/content/spaces/${spaceId}/history`,
      sites: "/content/sites",
      customization: `/content/sites/${siteId}`,
      "history of a page": `/content/spaces/${spaceId}/history?page=${pageId}`,
      marketplace: "/marketplace",
      install: "/marketplace/webhook/install?step=settings",
      integration: "/marketplace/webhook",
      test: "/marketplace/content-digest/install?step=test",
      installed: "/installed",
      installation: `/installed/${webhook.installationId}`,
      events: "/events",
      git: `/content/spaces/${spaceId}/git`,
      deliveries: "/deliveries",
      event: `/events?event=${eventId}`,
      delivery: `/deliveries?delivery=${deliveryId}`,
      endpoints: "/endpoints",
      logs: "/logs",
      endpoint: `/endpoints?endpoint=${webhook.endpointId}`,
      "new endpoint": "/endpoints?form=new",
      developers: "/developers",
      "failure causes": "/deliveries?view=causes",
      members: "/members",
      "installation deliveries": `/installed/${webhook.installationId}?tab=deliveries`,
      keys: "/keys",
      account: "/account",
      audit: "/audit",
      reviews: "/reviews",
      usage: "/usage",
      settings: "/settings",
      missing: "/nothing-here",
    });
    Object.assign(ownAddresses, {
      device: "/device?user_code=ABCD1234",
      welcome: "/welcome#an-old-token",
      invitation: "/invitation?id=none",
      "new password": "/new-password?token=an-old-token",
      portal: new URL(portal.signedUrl).pathname + new URL(portal.signedUrl).hash,
    });
    page = await world.browser.newPage();
    page.setDefaultTimeout(30_000);
    page.on("pageerror", (error) => problems.push(error.message));
    if (takesPictures) await mkdir(folder, { recursive: true });
  });

  afterAll(() => world.close());

  /** Returns the problems of the current page in each theme and at each width, with their location. */
  const inspect = async (name: string): Promise<string[]> => {
    const found: string[] = [];
    const seen = new Set<string>();
    if (!(await page.evaluate<boolean>("'axe' in window"))) await page.addScriptTag({ path: axePath });
    await page.setViewportSize({ width: narrowestWidth, height: 740 });
    const narrow = await page.evaluate<number>(overhang);
    if (narrow > 0) found.push(`${name}: ${narrow} px wider than a window of ${narrowestWidth} px`);
    for (const colorScheme of themes) {
      await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
      for (const width of widths) {
        // Colors don't depend on the width.
        if (!takesPictures && colorScheme === "dark" && width !== 1280) continue;
        const isState = name.includes(", ");
        // Conditions are checked on a phone in the light theme and on a desktop in the dark theme.
        if (isState && (width === 390) !== (colorScheme === "light")) continue;
        if (isState && (width === 1920 || (!takesPictures && width !== 390))) continue;
        await page.setViewportSize({ width, height: width < 768 ? 844 : 800 });
        const where = `${name}, ${width} px, ${colorScheme}`;
        const runOnly = colorScheme === "dark" ? colorRules : width === 1920 ? layoutRules : undefined;
        const options = JSON.stringify({ resultTypes: ["violations"], runOnly });
        const findings = await page.evaluate<readonly Finding[]>(
          `axe.run({ exclude: ['iframe'] }, ${options}).then((result) => result.violations)`,
        );
        for (const { id, nodes } of findings) {
          if (!seen.has(id)) found.push(`${where}: ${id}: ${nodes[0]?.html} ${nodes[0]?.failureSummary}`);
          seen.add(id);
        }
        if (!takesPictures) continue;
        const picture = `${name.replaceAll(/,? /g, "-")}-${width}-${colorScheme}`;
        await page.screenshot({ path: join(folder, `${picture}.png`) });
      }
    }
    return found;
  };

  /** Navigates like a link in the console, without reloading it. */
  const follow = (address: string): Promise<void> =>
    page.evaluate(`document.querySelectorAll("h1").forEach((old) => old.setAttribute("data-left", ""));
      history.pushState(null, "", ${JSON.stringify(address)});`);

  it("passes axe and fits in both themes at every width", async () => {
    await page.goto(world.server.consoleUrl);
    await page.getByRole("button", { name: "Sign in" }).waitFor();
    // Bypasses the page's content security policy, which would block axe.
    const session = await page.context().newCDPSession(page);
    await session.send("Page.setBypassCSP", { enabled: true });
    await page.reload();
    await page.getByRole("button", { name: "Sign in" }).waitFor();
    const found = await inspect("sign-in");
    await world.signIn(page, "/nothing-here");
    for (const [name, address] of Object.entries({ ...addresses, ...ownAddresses })) {
      if (wanted?.includes(name) === false) continue;
      if (name in addresses) await follow(address);
      else await page.goto(`${world.server.consoleUrl}${address}`);
      await page.locator("h1:not([data-left])").first().waitFor();
      await page.locator(".skeleton").first().waitFor({ state: "detached" });
      // Waits for deferred content such as charts and syntax highlighting.
      if (takesPictures) await page.waitForTimeout(700);
      found.push(...(await inspect(name)));
    }
    expect(found).toEqual([]);
    expect(problems).toEqual([]);
  }, 300_000);

  it("shows its loading, empty, failed, offline and signed-out states", async () => {
    const found: string[] = [];
    for (const [state, { respond, says }] of Object.entries(states)) {
      await page.setViewportSize({ width: 390, height: 844 });
      await page.goto("about:blank");
      await page.route("**/v1/**", async (route) => {
        const path = new URL(route.request().url()).pathname;
        // The surrounding frame is already loaded.
        if (/\/v1\/(session|organizations|changes)$/.test(path)) await route.continue();
        else await respond(route);
      });
      await page.goto(`${world.server.consoleUrl}/nothing-here`);
      await page.locator("h1:visible").first().waitFor();
      for (const [name, address] of Object.entries(addresses)) {
        if (wanted?.includes(name) === false || name === "missing") continue;
        if (!takesPictures && !ownStates.includes(name)) continue;
        // Otherwise the page with the expired session would stay open.
        if (state === "session ended") await page.goto(`${world.server.consoleUrl}${address}`);
        else await follow(address);
        const waits = { timeout: 5_000 };
        const saysSo = async (): Promise<void> => {
          await page.locator("h1:not([data-left]):visible").first().waitFor(waits);
          if (says !== undefined) await page.getByText(says).first().waitFor(waits);
        };
        const isSaid = await saysSo().then(
          () => true,
          () => false,
        );
        if (!isSaid && ownStates.includes(name)) found.push(`${name}, ${state}: text is missing`);
        if (takesPictures) await page.waitForTimeout(300);
        found.push(...(await inspect(`${name}, ${state}`)));
      }
      await page.unrouteAll({ behavior: "ignoreErrors" });
    }
    expect(found).toEqual([]);
  }, 600_000);

  it("shows the server's settings to the administrator, without secrets", async () => {
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

  it("lets the administrator change settings, and shows errors at their fields", async () => {
    await page.goto(`${world.server.consoleUrl}/settings`);
    const form = page.getByRole("region", { name: "Quotas and retention" });
    const kept = form.getByLabel("PLUGBOARD_KEEP_DELIVERED");
    const tasks = form.getByLabel("PLUGBOARD_TASKS_PER_MINUTE");
    expect(await kept.inputValue()).toBe("30d");
    expect(await form.getByRole("textbox").count()).toBe(5);
    await kept.fill("1s");
    await tasks.fill("900");
    await form.getByRole("button", { name: "Save" }).click();
    await form.getByRole("alert").getByText("must be a time from 1h to 3650d").waitFor();
    expect([await kept.getAttribute("aria-invalid"), await tasks.getAttribute("aria-invalid")]).toEqual([
      "true",
      null,
    ]);
    expect(await inspect("a setting refused")).toEqual([]);
    await kept.fill("7d");
    await form.getByRole("button", { name: "Save" }).click();
    await form.getByText("PLUGBOARD_KEEP_DELIVERED set").waitFor();
    await tasks.fill("");
    await form.getByRole("button", { name: "Save" }).click();
    await form.getByText("PLUGBOARD_TASKS_PER_MINUTE default").waitFor();
    expect(await tasks.inputValue()).toBe("600");
    const { items } = await world.platform.call(listSettings, { query: { limit: 100 } });
    expect(items.filter(({ isSet, isChangeable }) => isSet && isChangeable)).toMatchObject([
      { name: "PLUGBOARD_KEEP_DELIVERED", value: "7d" },
    ]);
  });

  it("sets an organization's quota, and shows and exports the audit log", async () => {
    await page.goto(`${world.server.consoleUrl}/usage`);
    await page.getByLabel("Requests per minute").fill("512");
    await page.getByRole("button", { name: "Save quotas" }).click();
    await page.getByText("0 of 512 this minute").waitFor();
    const quotas = page.getByRole("region", { name: "Quotas" });
    for (const [name, value] of [
      ["Requests per minute", "600"],
      ["Tasks per minute", "700"],
      ["Webhook endpoints", "20"],
      ["Page characters", "90000"],
    ] as const)
      await quotas.getByLabel(name).fill(value);
    await quotas.getByRole("button", { name: "Save quotas" }).click();
    await page.getByText("0 of 600 this minute").waitFor();
    await quotas.getByLabel("Tasks per minute").fill("");
    await quotas.getByRole("button", { name: "Save quotas" }).click();
    const params = { organizationId: world.organization };
    const { limits } = await waitFor("the quotas", async () => {
      const usage = await world.platform.call(getOrganizationUsage, { params });
      return usage.limits.tasksPerMinute === undefined ? usage : undefined;
    });
    expect(limits).toEqual({ requestsPerMinute: 600, maxWebhookEndpoints: 20, maxPageCharacters: 90_000 });
    expect(await inspect("the quotas")).toEqual([]);
    await page.goto(`${world.server.consoleUrl}/audit`);
    const entries = page.getByRole("region", { name: "Entries" });
    await entries.getByText("Create portal session").first().waitFor();
    await page.getByLabel("Action").selectOption("setOrganizationQuota");
    await page.waitForURL(/operation=setOrganizationQuota/);
    await entries.getByText("Create portal session").first().waitFor({ state: "detached" });
    await entries.getByText("Set organization quota").first().click();
    await entries.getByRole("cell", { name: "requestsPerMinute" }).first().waitFor();
    const download = page.waitForEvent("download");
    await page.getByRole("button", { name: "Export as JSON lines" }).click();
    const exported = await readFile(await (await download).path(), "utf8");
    const lines: unknown[] = exported
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(lines).toMatchObject(Array.from({ length: 3 }, () => ({ operation: "setOrganizationQuota" })));
  });

  it.runIf(takesPictures)("takes the picture of the README", async () => {
    const { platform, target } = world;
    const { installationId, endpointId, send } = webhook;
    const params = { installationId, endpointId };
    await platform.call(updateWebhookEndpoint, { params, body: { status: "enabled" } });
    fillDeliveries(join(world.dataDir, "delivery.db"), endpointId, { deliveries: 8000, days: 7 });
    target.failNext(503);
    const { deliveryId } = await send();
    const before = target.statuses.length;
    for (let sent = 0; sent < 3; sent += 1) await send();
    await waitFor("the deliveries", () => (target.statuses.length >= before + 3 ? true : undefined));
    const shown = await world.browser.newPage({ viewport: { width: 1280, height: 800 } });
    await world.signIn(shown, `/deliveries?range=7d&delivery=${deliveryId}`);
    await shown.getByRole("heading", { name: "Attempts" }).waitFor();
    await shown.getByText(/[\d,]{4,} delivered$/).waitFor();
    await shown.getByText("Acme").first().waitFor();
    await shown.mouse.move(0, 0);
    await shown.screenshot({ path: join(folder, "../console.png") });
    expect(problems).toEqual([]);
  });
});
