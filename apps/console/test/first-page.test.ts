import { countDeliveries, listDeliveries } from "@plugboard/api/routes";
import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import { it } from "./console-test.ts";
import type { ConsoleWorld } from "./testing/console-world.ts";

const script = /\/assets\/[^/]+\.js$/;

/** Opens a page whose scripts wait. Returns a function that lets them load. */
async function openBeforeScripts({ server }: ConsoleWorld, page: Page, path: string): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(script, async (route) => {
    await promise;
    await route.fallback();
  });
  await page.goto(`${server.consoleUrl}${path}`, { waitUntil: "commit" });
  await page.locator("#first-page").waitFor();
  return resolve;
}

const shown = (page: Page) =>
  page
    .locator("#first-page")
    .waitFor({ state: "detached" })
    .then(() => page.getByRole("heading", { level: 1 }).waitFor());

describe("the page before any script", () => {
  it("filters deliveries and navigates", async ({ world, page, webhook: _webhook }) => {
    await page.route(script, (route) => route.abort());
    const { consoleUrl } = world.server;
    await page.goto(
      `${consoleUrl}/deliveries?organization=${world.organization}&status=failed&code=503&view=causes`,
    );
    const field = (name: string) => page.getByRole("textbox", { name });
    const choice = (name: string) => page.getByRole("combobox", { name });
    expect(await choice("Status").inputValue()).toBe("failed");
    expect(await field("HTTP status").inputValue()).toBe("503");
    await choice("Time").selectOption("7d");
    await field("Payload contains").fill("a & b");
    await field("Payload contains").press("Enter");
    await page.waitForURL(/text=/);
    const { searchParams } = new URL(page.url());
    const parameters = Object.fromEntries(
      ["organization", "status", "code", "text", "range", "view"].map((name) => [
        name,
        searchParams.get(name),
      ]),
    );
    expect(parameters).toEqual({
      organization: world.organization,
      status: "failed",
      code: "503",
      text: "a & b",
      range: "7d",
      view: "causes",
    });
    expect(await field("Payload contains").inputValue()).toBe("a & b");
    await page.getByRole("link", { name: "Endpoints" }).click();
    await page.waitForURL(`${consoleUrl}/endpoints?organization=${world.organization}`);
    const current = page.getByRole("navigation", { name: "Sections" }).locator("[aria-current]");
    expect(await current.allTextContents()).toEqual(["Endpoints"]);
  });

  it("is sent without data, in the chosen theme, and only to browsers with a session", async ({
    world,
    page,
  }) => {
    const { consoleUrl } = world.server;
    const read = async (cookie: string) =>
      await (await fetch(`${consoleUrl}/deliveries`, { headers: { cookie } })).text();
    expect(await read("")).not.toContain("Deliveries");
    const [{ name } = { name: "" }] = await page.context().cookies();
    // A made-up session gets the same page, because it has no data.
    expect(await read(`${name}=x`)).toContain('<select name="status"');
    await page.emulateMedia({ colorScheme: "light" });
    await page.context().addCookies([{ name: "plugboard-theme", value: "dark", url: consoleUrl }]);
    await openBeforeScripts(world, page, "/deliveries");
    await expect.poll(() => page.evaluate("getComputedStyle(document.body).colorScheme")).toBe("dark");
  });

  it("gives way to sign-in if the session has ended", { tags: ["night"] }, async ({ world, page }) => {
    const [{ name } = { name: "" }] = await page.context().cookies();
    await page.context().clearCookies();
    await page.context().addCookies([{ name, value: "x", url: world.server.consoleUrl }]);
    await page.goto(`${world.server.consoleUrl}/deliveries`);
    await page.getByRole("heading", { name: "Sign in" }).waitFor();
    expect(await page.locator("#first-page").count()).toBe(0);
  });
});

describe("when the console's scripts take over", () => {
  it("keeps typed text with focus and caret, and goes on with the next key", async ({
    world,
    page,
    webhook: _webhook,
  }) => {
    const load = await openBeforeScripts(world, page, "/deliveries?status=failed");
    const text = page.getByRole("textbox", { name: "Payload contains" });
    await text.pressSequentially("order 17");
    await page.keyboard.press("ArrowLeft");
    load();
    // Types during the takeover.
    for (const key of "abcdefghijklmnopqrst") {
      await page.keyboard.press(key);
      await page.waitForTimeout(20);
    }
    await shown(page);
    await page.keyboard.type("UV");
    expect(await text.inputValue()).toBe("order 1abcdefghijklmnopqrstUV7");
    await page.keyboard.press("Enter");
    await page.waitForURL(/text=order/);
    expect(new URL(page.url()).searchParams.get("status")).toBe("failed");
  });

  it("applies filters that were chosen or typed and left before", { tags: ["night"] }, async ({
    world,
    page,
    webhook: _webhook,
  }) => {
    const load = await openBeforeScripts(world, page, "/deliveries");
    await page.getByRole("textbox", { name: "HTTP status" }).fill("503");
    await page.getByRole("combobox", { name: "Time" }).selectOption("7d");
    await page.getByRole("combobox", { name: "Status" }).focus();
    await page.getByRole("combobox", { name: "Status" }).selectOption("failed");
    load();
    await page.waitForURL(/status=failed/);
    const { searchParams } = new URL(page.url());
    expect([searchParams.get("code"), searchParams.get("range")]).toEqual(["503", "7d"]);
    expect(await page.getByRole("combobox", { name: "Status" }).inputValue()).toBe("failed");
    expect(await page.locator(":focus").getAttribute("name")).toBe("status");
  });

  it("keeps the focus on a link", { tags: ["night"] }, async ({ world, page }) => {
    const load = await openBeforeScripts(world, page, "/deliveries");
    await page.getByRole("link", { name: "Endpoints" }).focus();
    load();
    await shown(page);
    expect(await page.evaluate("document.activeElement.textContent")).toBe("Endpoints");
  });
});

describe("the data of Deliveries", () => {
  it("is requested before the console's scripts have loaded", async ({ world, page, webhook }) => {
    await webhook.send();
    const isOf =
      ({ path }: { readonly path: string }) =>
      ({ pathname }: URL) =>
        pathname.endsWith(path);
    const read = [listDeliveries, countDeliveries].map((route) =>
      page.waitForResponse((response) => isOf(route)(new URL(response.url()))),
    );
    const { promise, resolve } = Promise.withResolvers<void>();
    await page.route(/\/assets\/react-[^/]+\.js$/, async (route) => {
      await promise;
      await route.fallback();
    });
    await page.goto(`${world.server.consoleUrl}/deliveries?range=7d`, { waitUntil: "commit" });
    await Promise.all(read);
    await page.route(isOf(listDeliveries), (route) => route.abort());
    resolve();
    await page.getByRole("region", { name: "Deliveries" }).getByRole("row").nth(1).waitFor();
  });

  it("is requested once more to notice changes since, and the rest once", async ({
    world,
    page,
    webhook,
  }) => {
    await webhook.send();
    const requests: string[] = [];
    page.on("request", (request) => requests.push(`${request.method()} ${request.url()}`));
    await page.goto(`${world.server.consoleUrl}/deliveries`);
    await page.getByRole("region", { name: "Deliveries" }).getByRole("row").nth(1).waitFor();
    await page.getByRole("button", { name: "Account" }).waitFor();
    await page.getByRole("button", { name: "Views" }).and(page.locator(":enabled")).waitFor();
    const repeated = requests.filter((request, index) => requests.indexOf(request) !== index);
    expect(repeated).toEqual([expect.stringContaining(`${listDeliveries.path}?`)]);
  });
});

it("loads its font after the list, without moving anything", async ({ world, page, webhook }) => {
  await webhook.send();
  const loaded: string[] = [];
  page.on("requestfinished", (request) => loaded.push(new URL(request.url()).pathname));
  await page.addInitScript(
    `window.moved = 0;
     new PerformanceObserver((list) => {
       for (const { value } of list.getEntries()) window.moved += value;
     }).observe({ type: "layout-shift", buffered: true });`,
  );
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(`${world.server.consoleUrl}/deliveries`);
  const isLoaded = `[...document.fonts].some(
    ({ family, status }) => family.includes("Geist Variable") && status === "loaded",
  )`;
  await expect.poll(() => page.evaluate(isLoaded)).toBe(true);
  const indexOf = (part: string) => loaded.findIndex((path) => path.includes(part));
  expect(indexOf(listDeliveries.path)).toBeGreaterThan(-1);
  expect(indexOf("/geist-latin-wght-normal")).toBeGreaterThan(indexOf(listDeliveries.path));
  expect(await page.evaluate<number>("window.moved")).toBeLessThan(0.01);
});
