import {
  createCustomEventType,
  getCustomEventType,
  listApiKeys,
  listDeliveries,
  listWebhookEndpoints,
  updateSettings,
} from "@plugboard/api/routes";
import { createSite, getSiteCustomization } from "@plugboard/content/routes";
import type { Page } from "playwright-core";
import { expect } from "vitest";
import { it } from "./console-test.ts";
import { adminToken } from "./testing/server-process.ts";

/** Operates a page with keys only. */
function createKeyboard(page: Page) {
  const focused = () =>
    page.evaluate<string>(
      "(document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.labels?.[0]?.innerText ?? document.activeElement?.innerText ?? '').trim()",
    );
  /** Presses Tab until an element with this name has focus; fails if none gets it. */
  const tabTo = async (name: string | RegExp): Promise<void> => {
    for (let tries = 0; tries < maxTabs; tries += 1) {
      const now = await focused();
      if (typeof name === "string" ? now === name : name.test(now)) return;
      await page.keyboard.press("Tab");
    }
    throw new Error(`Tab does not reach ${String(name)}`);
  };
  const press = async (name: string | RegExp): Promise<void> => {
    await tabTo(name);
    await page.keyboard.press("Enter");
  };
  const type = async (name: string | RegExp, text: string): Promise<void> => {
    await tabTo(name);
    await page.keyboard.press("ControlOrMeta+a");
    await page.keyboard.type(text);
  };
  const goTo = async (words: string, heading: string | RegExp): Promise<void> => {
    await page.keyboard.press("Control+k");
    await page.getByRole("dialog", { name: "Search" }).getByRole("combobox").waitFor();
    await page.keyboard.type(words);
    await page.getByRole("option", { selected: true }).first().waitFor();
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { level: 1, name: heading }).waitFor();
  };
  return { tabTo, press, type, goTo };
}

const maxTabs = 80;

it("works with the keyboard alone", async ({ world, context, page }) => {
  const { tabTo, goTo } = createKeyboard(page);
  await context.clearCookies();
  await page.goto(world.server.consoleUrl);
  const token = page.getByLabel("Administrator token");
  await token.or(page.getByRole("button", { name: "Use administrator token" })).waitFor();
  // Once there are accounts, people sign in with a password first.
  if (!(await token.isVisible())) {
    await tabTo("Use administrator token");
    await page.keyboard.press("Enter");
    await token.waitFor();
  }
  await tabTo(/^Administrator token/);
  await page.keyboard.type(adminToken);
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { level: 1, name: "Overview" }).waitFor();

  await goTo("Content", "Content");
  await tabTo("New page");
  await page.keyboard.press("Enter");
  await page.getByRole("dialog", { name: "New page" }).waitFor();
  await tabTo(/^Title/);
  await page.keyboard.type("Typed");
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { level: 1, name: "Typed" }).waitFor();
  await page.getByRole("textbox", { name: "Text" }).waitFor();
  await tabTo("Block actions");
  await page.keyboard.press("Tab");
  await page.keyboard.type("/heading");
  await page.getByRole("option", { name: /Heading 1/, selected: true }).waitFor();
  await page.keyboard.press("ArrowDown");
  await page.getByRole("option", { name: /Heading 2/, selected: true }).waitFor();
  await page.keyboard.press("Enter");
  await page.keyboard.type("By hand");
  await page.keyboard.press("Control+Enter");
  await page.getByText("Published as rev_").waitFor();

  await goTo("Integration Content digest", "Content digest");
  await tabTo("Install");
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Allow and install" }).waitFor();
  await tabTo("Allow and install");
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Continue" }).waitFor();
  await tabTo("Continue");
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Install in space Handbook" }).waitFor();
  await tabTo("Install in space Handbook");
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Remove from space Handbook" }).waitFor();

  await goTo("Content", "Content");
  await tabTo(/^(Start|Welcome)$/);
  await page.keyboard.press("End");
  await tabTo("Actions of Typed");
  await page.keyboard.press("Enter");
  await page.locator('[role="menuitem"]:focus').waitFor();
  await page.keyboard.press("End");
  await page.locator('[role="menuitem"]:focus', { hasText: "Delete…" }).waitFor();
  await page.keyboard.press("Enter");
  await page.getByRole("alertdialog", { name: "Delete Typed?" }).waitFor();
  await tabTo("Delete");
  await page.keyboard.press("Enter");
  await page.getByText("Deleted Typed").waitFor();
  // Screen readers need the focus on an element after the change.
  expect(await page.evaluate("document.activeElement !== document.body || document.hasFocus()")).toBe(true);
});

it("manages endpoints, events and deliveries with the keyboard alone", async ({ world, page, webhook }) => {
  const { platform, server, organization, target } = world;
  const { installationId, endpointId, send } = webhook;
  const { tabTo, press, type, goTo } = createKeyboard(page);
  const url = `${target.url}?by=keyboard`;
  const orderType = `order.typed${Date.now()}`;
  await page.goto(server.consoleUrl);
  await page.getByRole("heading", { level: 1, name: "Overview" }).waitFor();
  await goTo("Endpoints", "Endpoints");
  await press("Add endpoint");
  await page.getByRole("heading", { level: 1, name: /endpoint/i }).waitFor();
  await type(/^URL/, url);
  await tabTo(/^page_feedback/);
  await page.keyboard.press("Space");
  await press("Add endpoint");
  await page.getByRole("region", { name: "Webhook endpoint" }).waitFor();
  await press("Pause");
  await page.getByText("paused", { exact: true }).first().waitFor();
  const { items } = await platform.call(listWebhookEndpoints, { params: { installationId } });
  expect(items.find((each) => each.url === url)?.status).toBe("paused");

  await platform.call(createCustomEventType, {
    params: { organizationId: organization },
    body: { type: orderType, summary: "An order was typed", example: { cents: 4200 } },
  });
  await goTo("Events", "Events");
  await press("Publish event");
  await page.getByRole("heading", { name: "Publish event" }).waitFor();
  await tabTo(/^Event type/);
  await page.keyboard.type(orderType);
  await type(/^Data/, '{ "cents": 1 }');
  await press("Publish");
  await page.getByRole("region", { name: "Published event" }).waitFor();

  target.failNext(422);
  await send();
  const query = { endpointId, status: "failed" as const };
  const countFailed = async () => (await platform.call(listDeliveries, { query })).items.length;
  await expect.poll(countFailed, { timeout: 60_000 }).toBe(1);
  await goTo("Deliveries", "Deliveries");
  await tabTo(/^Status/);
  await page.keyboard.type("failed");
  await page.waitForURL(/status=failed/);
  await press("space_content_updated");
  await page.getByRole("heading", { name: "Attempts" }).waitFor();
  await press("Resend");
  await expect.poll(countFailed, { timeout: 60_000 }).toBe(0);
});

it("manages keys, sites and usage with the keyboard alone", async ({ world, page, fresh: { spaceId } }) => {
  const { platform, server, organization } = world;
  const { tabTo, press, type, goTo } = createKeyboard(page);
  const { id: siteId } = await platform.call(createSite, { body: { spaceId, title: "Typed guides" } });
  await page.goto(server.consoleUrl);
  await page.getByRole("heading", { level: 1, name: "Overview" }).waitFor();
  await goTo("API keys", "API keys");
  await press("Create key");
  await page.getByRole("dialog", { name: "Create key" }).waitFor();
  await type(/^Name/, "Typed key");
  await press("Create");
  await page.getByRole("dialog", { name: "API key created" }).waitFor();
  await page.keyboard.press("Escape");
  const listKeys = async () => {
    const { items } = await platform.call(listApiKeys, { params: { organizationId: organization } });
    return items.map(({ name }) => name);
  };
  expect(await listKeys()).toContain("Typed key");

  await goTo("Usage", "Usage");
  await tabTo(/^Period/);
  await page.keyboard.type("Last 90");
  await page.getByRole("heading", { name: "Deliveries in the last 90 days" }).waitFor();

  await page.goto(`${server.consoleUrl}/content/sites/${siteId}`);
  await page.getByRole("heading", { level: 1, name: "Customize Typed guides" }).waitFor();
  await tabTo(/^Theme/);
  await page.keyboard.type("Dark");
  await type(/^Footer text/, "By hand");
  await press("Save");
  await page.getByText("Saved the appearance of Typed guides").waitFor();
  expect(await platform.call(getSiteCustomization, { params: { siteId } })).toEqual({
    theme: "dark",
    footer: { text: "By hand" },
  });
});

it("defines event types and changes settings with the keyboard alone", async ({
  world,
  page,
  onTestFinished,
}) => {
  const { platform, server, organization } = world;
  const { press, type, goTo } = createKeyboard(page);
  const settings = [{ name: "PLUGBOARD_KEEP_DELIVERED", value: null }];
  onTestFinished(async () => {
    await platform.call(updateSettings, { body: { settings } });
  });
  const eventType = `ticket.typed${Date.now()}`;
  await page.goto(server.consoleUrl);
  await page.getByRole("heading", { level: 1, name: "Overview" }).waitFor();

  await goTo("Developers", "Developers");
  await press("Add event type");
  await page.getByRole("dialog", { name: "Add event type" }).waitFor();
  await type(/^Name/, eventType);
  await type(/^Summary/, "A ticket was typed");
  await press("Add");
  await page.getByText("A ticket was typed", { exact: true }).waitFor();
  const params = { organizationId: organization, customEventType: eventType };
  expect(await platform.call(getCustomEventType, { params })).toMatchObject({ type: eventType });

  await goTo("Settings", "Settings");
  await type(/^PLUGBOARD_KEEP_DELIVERED/, "7d");
  await press("Save");
  await page.getByText("PLUGBOARD_KEEP_DELIVERED set").waitFor();
});
