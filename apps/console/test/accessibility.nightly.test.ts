import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { createPortalSession, listEvents, updateWebhookEndpoint } from "@plugboard/api/routes";
import {
  createSpaceInstallation,
  listPages,
  listSites,
  listSpaces,
  updatePageContent,
} from "@plugboard/content/routes";
import type { Page, Route } from "playwright-core";
import { describe, expect } from "vitest";
import { it as base } from "./console-test.ts";
import type { ConsoleWorld, InstalledWebhook } from "./testing/console-world.ts";
import { fillDeliveries } from "./testing/fill-deliveries.ts";
import { inspectPage, picturesFolder, takesPictures } from "./testing/inspect-page.ts";
import { waitFor } from "./testing/wait-for.ts";

// Names of the pages to check; defaults to all.
const wanted = process.env["PAGES"]?.split(",");

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

/** The buttons of pages that open dialogs and menus. Pages with the same heading must not be adjacent. */
const popups: Readonly<Record<string, readonly (readonly [page: string, button: string])[]>> = {
  content: [
    ["overview", "Search"],
    ["content", "New space"],
    ["editor", "Block actions"],
    ["content", "New page"],
    ["sites", "New site"],
    ["content", "Actions for space"],
    ["sites", "Actions for site"],
    ["git", "Connect repository"],
  ],
  webhooks: [
    ["deliveries", "Views"],
    ["endpoint", "Rotate secret…"],
    ["deliveries", "Recover…"],
    ["endpoint", "Disable…"],
    ["deliveries", "Resend failed…"],
    ["developers", "Add event type"],
    ["failure causes", "Status of"],
    ["endpoints", "Portal…"],
    ["delivery", "Edit and resend…"],
    ["installation", "Pause…"],
    ["delivery", "Compare…"],
  ],
  organization: [
    ["installation", "Remove…"],
    ["members", "Invite"],
    ["keys", "Create key"],
    ["settings", "Rename…"],
    ["audit", "Stream"],
    ["logs", "Stream"],
  ],
};
const popup = ".plugboard-dialog, .plugboard-menu, [role=dialog]:not(.toast)";

/** The paths of pages by name. */
type Addresses = Readonly<Record<string, string>>;

interface Pages {
  /** Pages inside the console's frame. */
  readonly addresses: Addresses;
  /** Pages outside the console's frame. */
  readonly ownAddresses: Addresses;
}

/** Installs the webhook sample with deliveries in every state, and returns the paths of all pages. */
async function preparePages(world: ConsoleWorld, webhook: InstalledWebhook): Promise<Pages> {
  const { platform, target } = world;
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
  const before = target.statuses.length;
  for (let sent = 0; sent < 12; sent += 1) await webhook.send();
  await waitFor("the deliveries", () => (target.statuses.length >= before + 12 ? true : undefined));
  const delivered = target.statuses.length;
  target.failNext(400, 503, 422);
  for (let sent = 0; sent < 3; sent += 1) await webhook.send();
  await waitFor("the failures", () => (target.statuses.length >= delivered + 3 ? true : undefined));
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
  const addresses: Addresses = {
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
    "change requests": `/content/spaces/${spaceId}/change-requests`,
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
  };
  const ownAddresses: Addresses = {
    device: "/device?user_code=ABCD1234",
    welcome: "/welcome#an-old-token",
    invitation: "/invitation?id=none",
    "new password": "/new-password?token=an-old-token",
    portal: new URL(portal.signedUrl).pathname + new URL(portal.signedUrl).hash,
  };
  return { addresses, ownAddresses };
}

const it = base.extend<{ readonly pages: Pages }>({
  pages: async ({ world, webhook }, use) => {
    if (takesPictures) await mkdir(picturesFolder, { recursive: true });
    await use(await preparePages(world, webhook));
  },
});

/** Navigates like a link in the console, without reloading it. */
const follow = (page: Page, address: string): Promise<void> =>
  page.evaluate(`document.querySelectorAll("h1").forEach((old) => old.setAttribute("data-left", ""));
    history.pushState(null, "", ${JSON.stringify(address)});`);

describe("every page of the console", () => {
  it("passes axe and fits in both themes at every width", async ({
    world,
    context,
    page,
    pages: { addresses, ownAddresses },
  }) => {
    await context.clearCookies();
    await page.goto(world.server.consoleUrl);
    await page.getByRole("button", { name: "Sign in" }).waitFor();
    const found = await inspectPage(page, "sign-in");
    await world.signIn(page, "/nothing-here");
    for (const [name, address] of Object.entries({ ...addresses, ...ownAddresses })) {
      if (wanted?.includes(name) === false) continue;
      if (name in addresses) await follow(page, address);
      else await page.goto(`${world.server.consoleUrl}${address}`);
      await page.locator("h1:not([data-left])").first().waitFor();
      await page.locator(".skeleton").first().waitFor({ state: "detached" });
      // Waits for deferred content such as charts and syntax highlighting.
      if (takesPictures) await page.waitForTimeout(700);
      found.push(...(await inspectPage(page, name)));
    }
    expect(found).toEqual([]);
  });

  for (const [area, buttons] of Object.entries(popups))
    it(`passes axe in the dialogs and menus of ${area}`, async ({ world, page, pages }) => {
      await page.goto(`${world.server.consoleUrl}/nothing-here`);
      await page.locator("h1:visible").first().waitFor();
      const found: string[] = [];
      for (const [name, button] of buttons) {
        await page.setViewportSize({ width: 1280, height: 800 });
        await follow(page, pages.addresses[name] ?? "");
        await page.locator("h1:not([data-left])").first().waitFor();
        await page.getByRole("button", { name: button }).first().click();
        await page.locator(popup).first().waitFor();
        // Menus are beside the landmarks, above the page. They take the focus, and the Escape key leaves them.
        const part = { include: `:is(${popup})`, disabledRules: ["region"] };
        found.push(...(await inspectPage(page, `${name}, ${button}`, part)));
        await page.keyboard.press("Escape");
        await page.locator(popup).first().waitFor({ state: "detached" });
      }
      expect(found).toEqual([]);
    });

  it("shows its loading, empty, failed, offline and signed-out states", async ({
    world,
    page,
    pages: { addresses },
  }) => {
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
        else await follow(page, address);
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
        found.push(...(await inspectPage(page, `${name}, ${state}`)));
      }
      await page.unrouteAll({ behavior: "ignoreErrors" });
    }
    expect(found).toEqual([]);
  });
  it.runIf(takesPictures)("takes the picture of the README", async ({ world, page: shown, webhook }) => {
    const { target } = world;
    const { endpointId, send } = webhook;
    fillDeliveries(join(world.dataDir, "delivery.db"), endpointId, { deliveries: 8000, days: 7 });
    target.failNext(503);
    const { deliveryId } = await send();
    const before = target.statuses.length;
    for (let sent = 0; sent < 3; sent += 1) await send();
    await waitFor("the deliveries", () => (target.statuses.length >= before + 3 ? true : undefined));
    await shown.setViewportSize({ width: 1280, height: 800 });
    await world.signIn(shown, `/deliveries?range=7d&delivery=${deliveryId}`);
    await shown.getByRole("heading", { name: "Attempts" }).waitFor();
    await shown.getByText(/[\d,]{4,} delivered$/).waitFor();
    await shown.getByText("Acme").first().waitFor();
    await shown.mouse.move(0, 0);
    await shown.screenshot({ path: join(picturesFolder, "../console.png") });
  });
});
