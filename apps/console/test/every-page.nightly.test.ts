import { createWebhookEndpoint, listDeliveries } from "@plugboard/api/routes";
import { listSites } from "@plugboard/content/routes";
import type { Page } from "playwright-core";
import { expect } from "vitest";
import type { ConsoleWorld } from "./testing/console-world.ts";
import { it as base, type TestPage } from "./console-test.ts";

const watchedMilliseconds = 4_000;
// A busy machine spreads the requests of a page's first load over several seconds. A page that polls is never quiet.
const watches = 6;
// Windows with separate connections: a profile has six, and each page keeps one open for changes.
const windows = 12;

interface Pages {
  /** The paths of all pages, with data of the webhook sample. */
  readonly paths: readonly string[];
  readonly endpointId: string;
  readonly send: () => Promise<unknown>;
  /** Loads one page after another, and calls `check` for each once it is shown, several at a time. */
  readonly visit: (check: (window: Page, path: string) => Promise<void>) => Promise<void>;
}

/** Installs the webhook sample with six endpoints, one of them with a long URL. */
async function preparePages(world: ConsoleWorld, signedIn: Page, fresh: TestPage): Promise<Pages> {
  const { platform, server, target, browser } = world;
  const { installationId, endpointId, send } = await world.installWebhook();
  const addEndpoint = (url: string) =>
    platform.call(createWebhookEndpoint, {
      params: { installationId },
      body: { url: target.url + url, eventTypes: ["space_content_updated", "page_feedback"] },
    });
  for (let index = 0; index < 4; index += 1) await addEndpoint(`?endpoint=${index}`);
  const long = await addEndpoint(
    "/tenants/0190f1a2-7c1e-7a55-8f6e/environments/production/hooks?version=2026-11-01",
  );
  await world.editPage(installationId, 5);
  const siteId = (await platform.call(listSites)).items[0]?.id ?? "";
  const paths = [
    "/",
    "/content",
    "/content/sites",
    `/content/sites/${siteId}`,
    fresh.path,
    `/content/spaces/${fresh.spaceId}/history`,
    `/content/spaces/${fresh.spaceId}/change-requests`,
    "/marketplace",
    "/marketplace/webhook",
    "/marketplace/webhook/install?step=settings",
    "/marketplace/webhook/install?step=locations",
    "/marketplace/webhook/install?step=test",
    "/installed",
    `/content/spaces/${fresh.spaceId}/git`,
    `/installed/${installationId}`,
    `/installed/${installationId}?tab=endpoints`,
    `/installed/${installationId}?tab=deliveries`,
    `/installed/${installationId}?tab=test`,
    "/events",
    "/events/new",
    "/deliveries?view=causes",
    "/deliveries",
    "/endpoints",
    `/endpoints?endpoint=${endpointId}`,
    `/endpoints?endpoint=${long.id}`,
    `/endpoints?endpoint=${long.id}&form=edit`,
    "/logs?integration=webhook",
    "/developers",
    "/members",
    "/audit",
    "/reviews",
    "/usage",
    "/keys",
    "/account",
    "/settings",
  ];
  const storageState = await signedIn.context().storageState();
  const visit: Pages["visit"] = async (check) => {
    const rest = [...paths];
    let loaded: Promise<unknown> = Promise.resolve();
    const load = async (window: Page, path: string): Promise<void> => {
      await window.goto(server.consoleUrl + path);
      await window.getByRole("heading", { level: 1 }).first().waitFor();
    };
    const visitRest = async (): Promise<void> => {
      const context = await browser.newContext({ storageState });
      const window = await context.newPage();
      for (let path = rest.shift(); path !== undefined; path = rest.shift()) {
        const next = path;
        loaded = loaded.then(() => load(window, next));
        await loaded;
        await check(window, path);
      }
      await context.close();
    };
    await Promise.all(Array.from({ length: windows }, visitRest));
  };
  return { paths, endpointId, send, visit };
}

// Controls whose boxes intersect, and text cut off without an ellipsis. Fixed and sticky elements lie over
// others on purpose.
const findFaults = `(() => {
  const isShown = (element) => element.checkVisibility({ opacityProperty: true, visibilityProperty: true });
  const isOnTop = (element) => {
    for (let one = element; one !== null; one = one.parentElement)
      if (["fixed", "sticky"].includes(getComputedStyle(one).position)) return true;
    return false;
  };
  // The part of a box that its ancestors leave visible.
  const seen = (element, { left, right, top, bottom }) => {
    for (let one = element.parentElement; one !== null; one = one.parentElement) {
      if (getComputedStyle(one).overflowX === "visible") continue;
      const clip = one.getBoundingClientRect();
      [left, right] = [Math.max(left, clip.left), Math.min(right, clip.right)];
      [top, bottom] = [Math.max(top, clip.top), Math.min(bottom, clip.bottom)];
    }
    return { left, right, top, bottom };
  };
  const nameOf = (element) => (element.getAttribute("aria-label") ?? element.textContent).trim().slice(0, 40);
  const controls = [...document.querySelectorAll("main :is(button, a, input, select, textarea)")]
    .filter((element) => isShown(element) && !isOnTop(element))
    .map((element) => ({ element, boxes: [...element.getClientRects()].map((box) => seen(element, box)) }));
  const overlaps = (one, other) =>
    Math.min(one.right, other.right) - Math.max(one.left, other.left) > 1 &&
    Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > 1;
  const faults = [];
  controls.forEach(({ element, boxes }, index) => {
    for (const other of controls.slice(index + 1)) {
      if (element.contains(other.element) || other.element.contains(element)) continue;
      if (boxes.some((one) => other.boxes.some((box) => overlaps(one, box))))
        faults.push('"' + nameOf(element) + '" overlaps "' + nameOf(other.element) + '"');
    }
  });
  for (const element of document.querySelectorAll("main *")) {
    const { overflowX, textOverflow, position } = getComputedStyle(element);
    if (!["hidden", "clip"].includes(overflowX) || position === "absolute") continue;
    // A shortened text is whole in its tooltip.
    if (textOverflow === "ellipsis" && element.closest("[title]") !== null) continue;
    if (element.scrollWidth - element.clientWidth > 1 && isShown(element) && element.innerText !== "")
      faults.push('"' + nameOf(element) + '" is cut off');
  }
  for (const element of document.querySelectorAll("main :is(button, a, code, td, li, p, h1, h2, h3)")) {
    const scroller = element.closest("pre, .scroll, .table-scroller, .previews, .code-view");
    if (scroller !== null || !isShown(element)) continue;
    if (seen(element, element.getBoundingClientRect()).right > innerWidth + 1) faults.push('"' + nameOf(element) + '" reaches beyond the window');
  }
  return [...new Set(faults)];
})()`;

const it = base.extend<{ readonly pages: Pages }>({
  pages: async ({ world, page, fresh }, use) => {
    await use(await preparePages(world, page, fresh));
  },
});

it("makes less than one request per second on every page while nothing happens", async ({ pages }) => {
  const busy: Record<string, readonly string[]> = {};
  await pages.visit(async (window, path) => {
    let requests: string[] = [];
    const note = (request: { readonly url: () => string; readonly method: () => string }): void => {
      const { pathname } = new URL(request.url());
      if (pathname.startsWith("/v1/")) requests.push(`${request.method()} ${pathname}`);
    };
    const isBusy = (): boolean => requests.length >= watchedMilliseconds / 1000;
    window.on("request", note);
    let watched = 0;
    do {
      requests = [];
      await window.waitForTimeout(watchedMilliseconds);
      watched += 1;
    } while (isBusy() && watched < watches);
    window.off("request", note);
    if (isBusy()) busy[path] = requests;
  });
  expect(busy).toEqual({});
});

it("has no overlapping controls and no text cut off in narrow windows", async ({ world, pages }) => {
  const { platform, target } = world;
  const { endpointId } = pages;
  // The endpoint keeps failing, so deliveries wait with a reason and a button.
  target.failNext(...Array.from({ length: 200 }, () => 503));
  for (let sent = 0; sent < 12; sent += 1) await pages.send();
  const isHeld = async () =>
    (await platform.call(listDeliveries, { query: { endpointId } })).items.some(
      ({ wait }) => wait?.reason === "failing",
    );
  await expect.poll(isHeld, { timeout: 60_000 }).toBe(true);
  const faults: Record<string, readonly string[]> = {};
  await pages.visit(async (window, path) => {
    await window.locator(".skeleton").first().waitFor({ state: "detached" });
    for (const width of [390, 1024]) {
      await window.setViewportSize({ width, height: 844 });
      // Charts and lists are drawn once more for the width.
      await window.waitForTimeout(300);
      const found = await window.evaluate<readonly string[]>(findFaults);
      if (found.length > 0) faults[`${path} at ${width} px`] = found;
    }
  });
  expect(faults).toEqual({});
});
