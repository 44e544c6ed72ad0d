import { type ApiClient, createApiClient } from "@plugboard/api/client";
import {
  deleteWebhookEndpoint,
  getCustomEventType,
  getWebhookEndpoint,
  installIntegration,
  listDeliveries,
  listDeliveryViews,
  listOrganizations,
  listSpaces,
  pollWebhookEndpoint,
  publishIntegration,
  sendDeliveriesAgain,
  startWebhookEndpointRecovery,
  updateWebhookEndpoint,
} from "@plugboard/api/routes";
import { createIntegration, IntegrationError } from "@plugboard/runtime";
import { serve } from "@plugboard/runtime/node";
import { generateSecret } from "@plugboard/webhook-signer";
import type { Locator, Page, Route } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import * as z from "zod";
import { type ConsoleWorld, type InstalledWebhook, startConsoleWorld } from "./testing/console-world.ts";
import type { ServerProcess } from "./testing/server-process.ts";
import { waitFor } from "./testing/wait-for.ts";
import type { WebhookTarget } from "./testing/webhook-target.ts";

const idSchema = z.looseObject({ id: z.string() });
const movedManifest = `
name: moved
title: Moved
description: Is nowhere any more.
organization: acme
visibility: private
scopes: []
`;

describe("deliveries in the console", () => {
  let world: ConsoleWorld;
  let server: ServerProcess;
  let platform: ApiClient;
  let target: WebhookTarget;
  let page: Page;
  let installation: string;
  let endpoint: Locator;
  let endpointId: string;
  let send: InstalledWebhook["send"];
  const problems: string[] = [];

  beforeAll(async () => {
    world = await startConsoleWorld();
    ({ server, platform, target } = world);
    const webhook = await world.installWebhook();
    ({ installationId: installation, endpointId, send } = webhook);
    page = await world.browser.newPage();
    page.setDefaultTimeout(30_000);
    page.on("pageerror", (error) => problems.push(error.message));
    await world.signIn(page, `/installations/${installation}?tab=endpoints`);
    endpoint = page.getByRole("region", { name: "Webhook endpoint" });
  });

  afterAll(() => world.close());

  it("lists deliveries to the integration separately from deliveries to its endpoint", async () => {
    await send();
    await endpoint.getByText("Last 24 hours: 1 delivered, 0 failed. Now: 0 waiting, 0 in flight.").waitFor();
    await endpoint.getByRole("cell", { name: target.url }).waitFor();
    await page.getByRole("link", { name: "Deliveries", exact: true }).last().click();
    const own = page.getByRole("region", { name: "Deliveries to the integration" });
    await own.getByText("installation_setup").first().waitFor();
    expect(await own.getByRole("cell", { name: "webhook", exact: true }).count()).toBeGreaterThan(0);
    expect(await own.getByText(target.url).count()).toBe(0);
    await page.getByRole("link", { name: "Webhook endpoints" }).click();
  });

  it("resends failed deliveries since a time", async () => {
    target.failNext(400, 400, 400);
    for (let sent = 0; sent < 3; sent += 1) await send();
    await endpoint.getByText("1 delivered, 3 failed.").waitFor();
    const failingSince = endpoint.getByText(/in flight\. Failing since/);
    await failingSince.waitFor();
    await endpoint.getByRole("button", { name: "Recover 3" }).click();
    await endpoint.getByText("3 resent").waitFor();
    await endpoint.getByText("No deliveries failed permanently in this time range.").waitFor();
    await endpoint.getByText("4 delivered, 3 failed.").waitFor();
    expect(await failingSince.count()).toBe(0);
  });

  it("shows the progress of a recovery, and cancels it", async () => {
    target.failNext(400, 400);
    for (let sent = 0; sent < 2; sent += 1) await send();
    await endpoint.getByText("4 delivered, 5 failed.").waitFor();
    const body = { failedSince: "2001-01-01T00:00:00Z", perSecond: 0.001 };
    await platform.call(startWebhookEndpointRecovery, {
      params: { installationId: installation, endpointId },
      body,
    });
    await endpoint.getByText("1 of 2 resent").waitFor();
    const progress = endpoint.getByRole("progressbar", { name: "Recovery" });
    expect([await progress.getAttribute("value"), await progress.getAttribute("max")]).toEqual(["1", "2"]);
    await endpoint.getByRole("button", { name: "Cancel" }).click();
    await endpoint.getByText("Canceled after 1 of 2").waitFor();
  });

  it("pauses an endpoint, and sends its queued deliveries after resuming", async () => {
    await endpoint.getByRole("button", { name: "Pause" }).click();
    await endpoint.getByText("Paused. Deliveries are queued until you resume it.").waitFor();
    const before = target.statuses.length;
    await send();
    await endpoint.getByText("Now: 1 waiting, 0 in flight.").waitFor();
    expect(target.statuses).toHaveLength(before);
    await endpoint.getByRole("button", { name: "Resume" }).click();
    await endpoint.getByText("Now: 0 waiting, 0 in flight.").waitFor();
    await waitFor("the delivery", () => (target.statuses.length > before ? true : undefined));
  });

  it("disables an endpoint, which keeps no deliveries meanwhile, and enables it again", async () => {
    await endpoint.getByRole("button", { name: "Disable…" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Disable" }).click();
    await endpoint.getByText("Disabled. Events aren’t delivered.").waitFor();
    const before = target.statuses.length;
    await world.editPage(installation, 1);
    await endpoint.getByRole("button", { name: "Enable" }).click();
    await endpoint.getByRole("button", { name: "Pause" }).waitFor();
    await send();
    await waitFor("the delivery", () => (target.statuses.length > before ? true : undefined));
    expect(target.statuses).toHaveLength(before + 1);
  });

  it("shows the UTC time on hover", async () => {
    const devTools = await page.context().newCDPSession(page);
    await devTools.send("Emulation.setTimezoneOverride", { timezoneId: "Asia/Tokyo" });
    await page.reload();
    const time = endpoint.locator("tbody time").first();
    const moment = new Date((await time.getAttribute("datetime")) ?? "");
    const timeIn = (timeZone: string): string => moment.toLocaleTimeString("en", { timeZone });
    const title = ((await time.getAttribute("title")) ?? "").replaceAll("\u202f", " ");
    const [inTokyo, inUtc] = [timeIn("Asia/Tokyo"), timeIn("UTC")].map((text) =>
      text.replaceAll("\u202f", " "),
    );
    expect(title).toContain(inTokyo);
    expect(title).toContain(`${inUtc} UTC`);
    await devTools.detach();
  });

  it("reports a disabled endpoint with the reason, and enables it", async () => {
    target.failNext(410);
    await send();
    const reason = "it responded with 410 Gone.";
    await endpoint.getByText(`Disabled automatically because ${reason}`).waitFor();
    const notice = page.getByRole("region", { name: "Notice" });
    await notice.getByText(target.url).waitFor();
    expect(await notice.textContent()).toContain(reason);
    await notice.getByRole("link", { name: "View endpoint" }).click();
    await endpoint.getByRole("button", { name: "Enable" }).click();
    await endpoint.getByRole("button", { name: "Pause" }).waitFor();
    await notice.getByRole("button", { name: "Dismiss" }).click();
    await notice.waitFor({ state: "detached" });
  });

  it("paginates by one hundred, forward and back", async () => {
    // Test events have a quota; page edits don't.
    await world.editPage(installation, 100);
    const rows = endpoint.locator("tbody");
    // The page can be up to two seconds stale.
    await page.reload();
    await endpoint.getByRole("button", { name: "Older" }).click();
    await endpoint.getByRole("button", { name: "Newer" }).waitFor();
    await endpoint.getByText("gone").waitFor();
    expect(await rows.count()).toBeLessThan(100);
    await endpoint.getByRole("button", { name: "Newer" }).click();
    await endpoint.getByRole("button", { name: "Older" }).waitFor();
    expect(await rows.count()).toBe(100);
  });

  it("scrolls only tables in a narrow window", async () => {
    await page.setViewportSize({ width: 390, height: 800 });
    expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(390);
  });

  it("shows a disabled integration after its notice was dismissed, and enables it", async () => {
    const integration = createIntegration({
      events: {
        installation_setup: () => {
          throw new IntegrationError("Moved away", 410);
        },
      },
    });
    const signingSecret = generateSecret();
    const host = await serve(integration, { port: 0, env: { PLUGBOARD_SIGNING_SECRET: signingSecret } });
    world.onClose(() => host.close());
    const url = `http://127.0.0.1:${host.port}`;
    await platform.call(publishIntegration, {
      params: { integration: "moved" },
      body: { manifest: movedManifest, url, signingSecret },
    });
    const { organization } = world;
    const installed = await platform.call(installIntegration, {
      params: { integration: "moved" },
      body: { organization },
    });
    await page.goto(`${server.consoleUrl}/installations/${idSchema.parse(installed).id}?tab=deliveries`);
    const notice = page.getByRole("region", { name: "Notice" });
    await notice.getByText("The integration moved was disabled").waitFor();
    await notice.getByRole("button", { name: "Dismiss" }).click();
    await notice.waitFor({ state: "detached" });
    const own = page.getByRole("region", { name: "Deliveries to the integration" });
    await own.getByText("Disabled automatically: it responded with 410").waitFor();
    expect(await own.getByRole("button", { name: "Recover" }).count()).toBe(0);
    expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(390);
    await own.getByRole("button", { name: "Enable" }).click();
    await own.getByRole("button", { name: "Recover" }).waitFor();
    expect(await own.getByText("Disabled automatically").count()).toBe(0);
  });

  describe("on their own page", () => {
    const list = () => page.getByRole("region", { name: "Deliveries" });
    const detail = () => page.getByRole("complementary", { name: "Delivery" });
    const params = () => ({ installationId: installation, endpointId });

    it("are filtered by the URL, and loaded on scroll", async () => {
      await page.setViewportSize({ width: 1280, height: 800 });
      await page.goto(`${server.consoleUrl}/deliveries`);
      const { items } = await platform.call(listDeliveries, { query: { status: "failed" } });
      await page.getByText(`${items.length} failed`).waitFor();
      await list().hover();
      await page.mouse.wheel(0, 100_000);
      await page.mouse.wheel(0, 100_000);
      await list().getByText("installation_setup").first().waitFor();
      // Only visible rows are in the DOM.
      expect(await list().getByRole("row").count()).toBeLessThan(60);
      await page.getByRole("combobox", { name: "Status" }).selectOption("failed");
      await page.getByRole("textbox", { name: "HTTP status" }).fill("410");
      await page.getByRole("textbox", { name: "HTTP status" }).press("Enter");
      await page.waitForURL(/status=failed&code=410|code=410&status=failed/);
      await page.reload();
      await list().getByText("410", { exact: true }).first().waitFor();
      expect(await list().getByText("delivered", { exact: true }).count()).toBe(0);
      await page.getByRole("button", { name: "Clear" }).click();
      await list().getByText("delivered", { exact: true }).first().waitFor();
      // All deliveries are recent, so only the last bars have a height.
      const bars = await page.locator(".histogram .u-over").boundingBox();
      const { x = 0, y = 0, width = 0 } = bars ?? {};
      await page.mouse.move(x + 10, y + 20);
      await page.mouse.down();
      await page.mouse.move(x + width / 2, y + 20, { steps: 5 });
      await page.mouse.up();
      await page.waitForURL(/since=.*before=|before=.*since=/);
      await page.getByText("0 delivered").waitFor();
      await page.getByText("No deliveries in this time range").waitFor();
      await page.getByRole("button", { name: "Clear" }).click();
      await list().getByText("delivered", { exact: true }).first().waitFor();
    });

    it("show attempts with headers, the request, and the reason why a delivery waits", async () => {
      target.failNext(503, 503, 503);
      await send();
      // The server's notification arrives long before the next poll.
      await page.getByText("1 new").click({ timeout: 5_000 });
      await list()
        .getByText(/^Next attempt in/)
        .first()
        .waitFor();
      await list().getByRole("button", { name: "space_content_updated" }).first().click();
      await page.waitForURL(/delivery=dlv_/);
      await detail().getByText("503 after").first().waitFor();
      await detail().getByText("webhook-signature").last().waitFor();
      await detail().getByText("Response headers").last().waitFor();
      await detail().getByText("not now").last().waitFor();
      await detail()
        .getByText(/^Attempt [2-4] in/)
        .waitFor();
      await detail().getByLabel("Request body").getByText('"eventId"').waitFor();
      await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
      await detail().getByRole("button", { name: "Copy as cURL" }).click();
      expect(await page.evaluate<string>("navigator.clipboard.readText()")).toMatch(
        /^curl -X POST 'http:[^]*-H 'content-type: application\/json'[^]*--data-raw '\{/,
      );
      await platform.call(updateWebhookEndpoint, { params: params(), body: { status: "paused" } });
      await detail().getByText("Held: the endpoint is paused.").waitFor();
      await platform.call(updateWebhookEndpoint, { params: params(), body: { status: "enabled" } });
      target.failNext();
      await detail().getByRole("button", { name: "Resend", exact: true }).click();
      // The scheduled attempt can succeed as well.
      await detail().getByText("200 after").first().waitFor();
      await detail().getByRole("button", { name: "Close" }).click();
    });

    it("are edited and resent, compared, and found by payload", async () => {
      await send();
      await page.setViewportSize({ width: 1280, height: 800 });
      await page.goto(`${server.consoleUrl}/deliveries`);
      await list().getByRole("button", { name: "space_content_updated" }).first().click();
      await detail().getByRole("button", { name: "Edit and resend…" }).click();
      const dialog = page.getByRole("dialog", { name: "Edit and resend" });
      const body = dialog.getByRole("textbox", { name: "Body" });
      const sent = await body.inputValue();
      await body.fill("{");
      await dialog.getByText("Enter a valid JSON object.").waitFor();
      expect(await dialog.getByRole("button", { name: "Send" }).isDisabled()).toBe(true);
      await body.fill(sent.replace('"revisionId": "', '"revisionId": "needle-'));
      await dialog.getByRole("button", { name: "Send" }).click();
      await dialog.waitFor({ state: "detached" });
      await detail().getByLabel("Request body").getByText("needle-").waitFor();
      await detail().getByRole("button", { name: "Compare…" }).click();
      const compared = page.getByRole("dialog", { name: "Compare space_content_updated" });
      await compared.locator("mark").first().waitFor();
      await compared.getByRole("button", { name: "Close" }).last().click();
      await page.getByRole("textbox", { name: "Payload contains" }).fill("needle-");
      await page.getByRole("textbox", { name: "Payload contains" }).press("Enter");
      await page.waitForURL(/text=needle-/);
      await waitFor("the one that matches", async () =>
        (await list().getByRole("row").count()) === 2 ? true : undefined,
      );
      await page.getByRole("button", { name: "Clear" }).click();
      await detail().getByRole("button", { name: "Close" }).click();
    });

    it("show that an endpoint keeps failing, and probe it immediately", async () => {
      await page.goto(`${server.consoleUrl}/deliveries`);
      const isOpen = async () =>
        (await platform.call(listDeliveries, { query: { endpointId } })).items.some(
          ({ wait }) => wait?.reason === "failing",
        );
      target.failNext(...Array.from({ length: 60 }, () => 503));
      for (let sent = 0; sent < 12; sent += 1) await send();
      await waitFor("the open circuit", async () => ((await isOpen()) ? true : undefined));
      await page.getByRole("combobox", { name: "Status" }).selectOption("scheduled");
      await list()
        .getByText(/^On hold because the endpoint keeps failing. Next probe in/)
        .first()
        .waitFor();
      target.failNext();
      const before = target.statuses.length;
      await list().getByRole("button", { name: "Probe now" }).first().click();
      await waitFor("the probe", () => (target.statuses.length > before ? true : undefined));
      await waitFor("the closed circuit", async () => ((await isOpen()) ? undefined : true));
      expect(target.statuses.slice(before)).not.toContain(503);
      await page.getByRole("button", { name: "Clear" }).click();
    });

    it("are listed by views stored on the server, and by URL", async () => {
      const item = (name: string) => page.getByRole("menuitem", { name, exact: true });
      await page.goto(`${server.consoleUrl}/deliveries?status=failed&code=410`);
      await page.getByRole("button", { name: "Views" }).click();
      await item("Save view…").click();
      await page.getByRole("textbox", { name: "Name" }).fill("Gone");
      await page.getByRole("button", { name: "Save", exact: true }).click();
      await page.getByText("Saved view Gone").waitFor();
      // Another browser of the same user.
      const context = await world.browser.newContext();
      const other = await context.newPage();
      await world.signIn(other, "/deliveries");
      await other.getByRole("button", { name: "Views" }).click();
      await other.getByRole("menuitem", { name: "Gone", exact: true }).click();
      await other.waitForURL(/status=failed&code=410|code=410&status=failed/);
      await context.close();
      await page.getByRole("button", { name: "Views" }).click();
      await item("Copy link to view").click();
      expect(await page.evaluate<string>("navigator.clipboard.readText()")).toContain(
        "status=failed&code=410",
      );
      await page.getByRole("button", { name: "Views" }).click();
      await item("Remove Gone").click();
      await page.getByRole("button", { name: "Undo" }).click();
      const params = { organizationId: world.organization };
      const kept = async () =>
        (await platform.call(listDeliveryViews, { params })).items.map(({ name, search }) => [name, search]);
      await expect.poll(kept).toEqual([["Gone", { status: "failed", code: "410" }]]);
      await page.goto(`${server.consoleUrl}/deliveries`);
    });

    it("are the same in two tabs, which announce new ones without moving the list", async () => {
      const other = await world.browser.newPage();
      await world.signIn(other, "/deliveries");
      const counts = (tab: Page) => tab.locator(".histogram figcaption").innerText();
      await other.getByRole("region", { name: "Deliveries" }).getByRole("row").nth(3).waitFor();
      await page.reload();
      await list().getByRole("row").nth(3).waitFor();
      // Its checkbox label identifies the delivery.
      const first = () => list().getByRole("row").nth(1).getByRole("checkbox").getAttribute("aria-label");
      const before = await first();
      await send();
      for (const tab of [page, other]) await tab.getByText("1 new").waitFor({ timeout: 5_000 });
      expect(await first()).toBe(before);
      await waitFor("the same counts", async () =>
        (await counts(page)) === (await counts(other)) ? true : undefined,
      );
      await other.close();
    });

    it("are resent in bulk after confirming their number", async () => {
      const failed = async () =>
        (await platform.call(listDeliveries, { query: { status: "failed", endpointId } })).items.length;
      const before = (await failed()) + 2;
      target.failNext(400, 400);
      await send();
      await send();
      await waitFor("the failures", async () => ((await failed()) === before ? true : undefined));
      await page.getByRole("combobox", { name: "Endpoint" }).selectOption(endpointId);
      await page.getByRole("button", { name: "Resend failed…" }).click();
      const dialog = page.getByRole("dialog", { name: "Resend deliveries" });
      await dialog.getByRole("button", { name: /^Resend \d/ }).waitFor();
      expect(await dialog.textContent()).toContain(`Resend ${before}`);
      await dialog.getByRole("button", { name: /^Resend \d/ }).click();
      await dialog.getByText(`${before} of ${before} resent.`).waitFor();
      await waitFor("their delivery", async () => ((await failed()) === 0 ? true : undefined));
      await dialog.getByRole("button", { name: "Close" }).last().click();
      await page.getByText("0 failed").waitFor();
    });

    it("are resent a hundred at a time until canceled", async () => {
      await list().hover();
      await page.mouse.wheel(0, 100_000);
      const all = list().getByRole("checkbox", { name: "Select all listed deliveries" });
      const again = page.getByRole("button", { name: /^Resend \d+…$/ });
      await expect
        .poll(async () => {
          await all.uncheck();
          await all.check();
          return Number(/\d+/.exec((await again.textContent()) ?? "")?.[0]);
        })
        .toBeGreaterThan(100);
      await again.click();
      const dialog = page.getByRole("dialog", { name: "Resend deliveries" });
      const held = Promise.withResolvers<Route>();
      await page.route(`**/v1${sendDeliveriesAgain.path}`, (route) => held.resolve(route));
      await dialog.getByRole("button", { name: /^Resend \d/ }).click();
      const first = await held.promise;
      await dialog.getByRole("button", { name: "Cancel" }).click();
      await first.continue();
      await dialog.getByText(/^100 of \d+ resent; canceled\.$/).waitFor();
      await page.unrouteAll();
      await dialog.getByRole("button", { name: "Close" }).last().click();
      expect(await again.count()).toBe(0);
    });

    it("that failed in a time range are counted and recovered by the server", async () => {
      const failed = async () =>
        (await platform.call(listDeliveries, { query: { status: "failed", endpointId } })).items.length;
      target.failNext(400, 400);
      await send();
      await send();
      await waitFor("the failures", async () => ((await failed()) === 2 ? true : undefined));
      await page.getByRole("button", { name: "Recover…" }).click();
      const dialog = page.getByRole("dialog", { name: "Recover an endpoint" });
      // Includes deliveries that the list doesn't show.
      expect(await dialog.getByRole("combobox", { name: "Endpoint" }).inputValue()).toBe(endpointId);
      await dialog.getByRole("button", { name: "Recover 2" }).waitFor();
      await dialog.getByLabel("until").fill("2001-01-02T00:00");
      await dialog.getByLabel("Resend deliveries that failed since").fill("2001-01-01T00:00");
      await dialog.getByText("No deliveries failed permanently in this time range.").waitFor();
      await dialog.getByLabel("until").fill("");
      await dialog.getByRole("button", { name: "Recover 2" }).click();
      await dialog.getByText("2 resent").waitFor();
      await waitFor("their delivery", async () => ((await failed()) === 0 ? true : undefined));
      await dialog.getByRole("button", { name: "Close" }).last().click();
    });
  });

  it("are rotated in a dialog that shows the overlap, and never discards a secret still in use", async () => {
    await page.goto(`${server.consoleUrl}/endpoints`);
    await page.getByRole("link", { name: target.url }).click();
    const dialog = page.getByRole("dialog", { name: "Rotate secret" });
    await endpoint.getByRole("button", { name: "Rotate secret…" }).click();
    await dialog.getByText(/^The old secret stays valid until/).waitFor();
    await dialog.getByRole("button", { name: "Rotate", exact: true }).click();
    await endpoint.getByText(/^also signs until/).waitFor();
    expect(await endpoint.getByText(/^whsec_/).count()).toBe(2);
    await endpoint.getByRole("button", { name: "Rotate secret…" }).click();
    await dialog.getByText(/^The previous secret is still valid until/).waitFor();
    expect(await dialog.getByRole("button", { name: "Rotate", exact: true }).isDisabled()).toBe(true);
    await dialog.getByRole("button", { name: "Cancel" }).click();
  });

  it("subscribe to event types that are created in the console, changed, archived and restored", async () => {
    await page.goto(`${server.consoleUrl}/developers`);
    const types = page.getByRole("region", { name: "Custom events" });
    const dialog = page.getByRole("dialog");
    const field = (name: string) => dialog.getByLabel(name);
    await types.getByRole("button", { name: "Add event type" }).click();
    await field("Name").fill("invoice.paid");
    await field("Summary").fill("An invoice was paid");
    await field("JSON Schema of the data").fill("{");
    await dialog.getByRole("button", { name: "Add", exact: true }).click();
    await dialog.getByText("The schema must be a JSON object.").waitFor();
    await field("JSON Schema of the data").fill('{ "properties": { "cents": { "type": "integer" } } }');
    await field("Example data").fill('{ "cents": "much" }');
    await dialog.getByRole("button", { name: "Add", exact: true }).click();
    await dialog.getByText(/the example of invoice.paid does not match/).waitFor();
    await field("Example data").fill('{ "cents": 4200 }');
    await dialog.getByRole("button", { name: "Add", exact: true }).click();
    await types.getByText("An invoice was paid", { exact: true }).waitFor();
    await types.getByRole("button", { name: "Edit…" }).click();
    await field("Summary").fill("An invoice was paid in full");
    await dialog.getByRole("button", { name: "Save" }).click();
    await types.getByText("An invoice was paid in full").waitFor();
    await types.getByRole("button", { name: "Archive" }).click();
    await types.getByText("archived", { exact: true }).waitFor();
    await types.getByRole("button", { name: "Restore" }).click();
    await types.getByRole("button", { name: "Archive" }).waitFor();
    const [organization] = (await platform.call(listOrganizations)).items;
    const params = { organizationId: organization?.id ?? "", customEventType: "invoice.paid" };
    const defined = await platform.call(getCustomEventType, { params });
    expect(defined).toMatchObject({ version: "1", example: { cents: 4200 } });
    expect(defined.archivedAt).toBeUndefined();
  });

  it("are added and changed in one form that shows errors at each field", async () => {
    await page.goto(`${server.consoleUrl}/endpoints`);
    await page.getByRole("link", { name: "Add endpoint" }).click();
    const field = (name: string) => page.getByRole("textbox", { name, exact: true });
    const choose = (name: string, option: string) =>
      page.getByRole("combobox", { name, exact: true }).selectOption(option);
    const open = (section: string) => page.locator("summary").filter({ hasText: section }).click();
    const problemOf = async (name: string) =>
      await page
        .locator(".setting")
        .filter({ has: page.getByLabel(name, { exact: true }) })
        .getByRole("alert")
        .allInnerTexts();
    const add = page.getByRole("button", { name: "Add endpoint" });
    await choose("Events of", installation);
    await add.click();
    expect(await problemOf("URL")).toEqual(["is needed"]);
    await page.getByText("must contain at least one event type").waitFor();
    await page.getByText("Fields and an example").first().click();
    await page.getByRole("cell", { name: "installationId" }).first().waitFor();
    await page.getByRole("checkbox", { name: "space_content_updated" }).check();
    await page.getByText("An invoice was paid in full").waitFor();
    await page.getByRole("checkbox", { name: "invoice.paid" }).check();
    await field("Channels").fill("project-7, a!b");
    const spaceId = (await platform.call(listSpaces)).items[0]?.id ?? "";
    await choose("Only events from", `space ${spaceId}`);
    await page.getByRole("checkbox", { name: "Let the integration create the payload" }).check();
    await page.getByRole("button", { name: "Add condition" }).click();
    await field("Field").fill("revisionId");
    await choose("Test", "exists");
    await field("URL").fill("ftp://hooks.example/in");
    await page.getByRole("checkbox", { name: "Verify before sending" }).check();
    await open("Signatures");
    await choose("Signed with", "ed25519");
    await choose("Signature headers", "service");
    await open("Authentication");
    await choose("Authorization header", "oauth2");
    await field("Token URL").fill("https://auth.example/token");
    await field("Client ID").fill("plugboard");
    await page.getByLabel("Client secret").fill("s3cret");
    await page.getByRole("checkbox", { name: "Use a client certificate (mTLS)" }).check();
    await field("Certificate (PEM)").fill("no certificate");
    await field("Private key (PEM)").fill("no key");
    await open("Headers");
    await page.getByRole("button", { name: "Add header" }).click();
    await field("Header").fill("x-api-key");
    await field("Value of x-api-key").fill("k3y");
    await open("Rate limit and retries");
    await field("Timeout (seconds)").fill("600");
    await field("Requests per second").fill("0.5");
    await field("Burst").fill("2");
    await page.getByRole("checkbox", { name: "Use a custom retry schedule" }).check();
    await field("Delay before each retry").fill("5 s, never");
    await add.click();
    expect(await problemOf("Delay before each retry")).toHaveLength(1);
    await field("Delay before each retry").fill("5 s, 2 h");
    await add.click();
    // Only the server can check these; it reports all fields at once.
    await expect.poll(() => problemOf("URL")).toEqual(["must be an http(s) URL"]);
    expect(await problemOf("Timeout (seconds)")).toHaveLength(1);
    expect(await problemOf("Channels")).toEqual(["must be of letters, digits and _ - . : /"]);
    await field("Channels").fill("project-7, eu");
    const url = `${target.url}/formed`;
    await field("URL").fill(url);
    await field("Timeout (seconds)").fill("2.5");
    await add.click();
    const transform = "Let the integration create the payload";
    await expect
      .poll(() => problemOf(transform))
      .toEqual([expect.stringContaining("needs an integration that handles fetch_webhook_payload")]);
    await page.getByRole("checkbox", { name: transform }).uncheck();
    await add.click();
    await page.getByText("must include standard: Ed25519 supports no other format").first().waitFor();
    await choose("Signature headers", "standard");
    await add.click();
    await page
      .getByText(/is not a certificate with its key in PEM/)
      .first()
      .waitFor();
    await page.getByRole("checkbox", { name: "Use a client certificate (mTLS)" }).uncheck();
    await add.click();
    await endpoint.getByText("This endpoint isn’t verified").waitFor();
    const made = new URL(page.url()).searchParams.get("endpoint") ?? "";
    const params = { installationId: installation, endpointId: made };
    const secret = "[redacted]";
    expect(await platform.call(getWebhookEndpoint, { params })).toMatchObject({
      url,
      spaceId,
      eventTypes: ["space_content_updated", "invoice.paid"],
      channels: ["project-7", "eu"],
      filter: [{ field: ["revisionId"], exists: true }],
      signingKey: "ed25519",
      signatures: ["standard"],
      authentication: { type: "oauth2", clientId: "plugboard", clientSecret: secret },
      headers: { "x-api-key": secret },
      timeoutMilliseconds: 2500,
      rateLimit: { perSecond: 0.5, burst: 2 },
      retryDelaysSeconds: [5, 7200],
      verification: "pending",
    });
    await endpoint.getByText("project-7", { exact: true }).waitFor();
    await endpoint.getByText("0.5 requests per second, burst of 2").waitFor();
    await endpoint.getByRole("button", { name: "Show key" }).click();
    await endpoint.getByText(/^whpk_/).waitFor();
    await endpoint.getByRole("link", { name: "Edit" }).click();
    const save = page.getByRole("button", { name: "Save" });
    expect(await save.isDisabled()).toBe(true);
    await open("Headers");
    expect(await field("Value of x-api-key").getAttribute("placeholder")).toBe(
      "Set. Enter a new value to replace it.",
    );
    await open("Authentication");
    await field("Client ID").fill("other");
    await save.click();
    expect(await problemOf("Client secret")).toHaveLength(1);
    await choose("Authorization header", "none");
    await page.getByRole("checkbox", { name: "page_feedback" }).check();
    await field("Channels").fill("");
    await save.click();
    await endpoint.getByText("page_feedback", { exact: true }).first().waitFor();
    const changed = await platform.call(getWebhookEndpoint, { params });
    expect(changed).toMatchObject({
      eventTypes: ["space_content_updated", "page_feedback", "invoice.paid"],
      headers: { "x-api-key": secret },
    });
    expect(changed.channels).toBeUndefined();
    expect(changed.authentication).toBeUndefined();
    await endpoint.getByRole("button", { name: "Delete…" }).click();
    const question = page.getByRole("alertdialog", { name: "Delete this endpoint?" });
    await question.getByText("You can’t undo this.").waitFor();
    await question.getByRole("button", { name: "Delete" }).click();
    await page.getByText(`Endpoint ${made} doesn’t exist.`).waitFor();
  });

  it("are polled with a token that is shown once", async () => {
    await page.goto(`${server.consoleUrl}/endpoints?form=new`);
    await page.getByRole("combobox", { name: "Events of", exact: true }).selectOption(installation);
    await page.getByRole("combobox", { name: "Delivery mode" }).selectOption("Polling");
    // Sending options don't apply.
    expect(await page.getByRole("textbox", { name: "URL" }).count()).toBe(0);
    expect(await page.locator("summary").filter({ hasText: "Rate limit and retries" }).count()).toBe(0);
    await page.getByRole("checkbox", { name: "space_content_updated" }).check();
    await page.getByRole("button", { name: "Add endpoint" }).click();
    await endpoint.getByText("polls for deliveries at this URL").waitFor();
    await endpoint.getByRole("button", { name: "New token…" }).click();
    await page.getByRole("button", { name: "Create token" }).click();
    const token = await endpoint.getByText(/^whpoll_/).innerText();
    await endpoint.getByRole("button", { name: "Send test event" }).click();
    await endpoint.getByText(/^Sent evt_/).waitFor();
    const params = {
      installationId: installation,
      endpointId: new URL(page.url()).searchParams.get("endpoint") ?? "",
    };
    const consumer = createApiClient({ endpoint: `${server.consoleUrl}/v1`, token });
    const { items } = await consumer.call(pollWebhookEndpoint, { params, body: { waitSeconds: 10 } });
    expect(items.map(({ eventType }) => eventType)).toEqual(["space_content_updated"]);
    await platform.call(deleteWebhookEndpoint, { params });
  });

  it("are replayed from the integration's log", async () => {
    await page.goto(`${server.consoleUrl}/logs?integration=webhook&kind=dispatch`);
    const log = page.getByRole("region", { name: "Log" });
    const replay = log.getByRole("listitem").filter({ hasText: "Replay" }).first();
    await replay.waitFor();
    const lines = async () => await log.getByRole("listitem").count();
    const before = await lines();
    await replay.getByRole("button", { name: "Replay" }).click();
    await page.getByText("Replayed").waitFor();
    // The replay's request appears in the log.
    await expect.poll(lines).toBeGreaterThan(before);
  });

  it("show an event's recipients, and the reasons of all others", async () => {
    await page.goto(`${server.consoleUrl}/events`);
    await page.getByRole("button", { name: "space_content_updated" }).first().click();
    const detail = page.getByRole("complementary", { name: "Event" });
    await detail.getByRole("heading", { name: "Received by", exact: true }).waitFor();
    const other = detail.getByRole("listitem").filter({ hasText: "Moved" });
    await other.getByText(/scope|this space or site/).waitFor();
    const received = detail.getByRole("link", { name: "Webhook", exact: true });
    await received.waitFor();
    expect(await received.count()).toBe(1);
  });

  it("had no error in the page", () => {
    expect(problems).toEqual([]);
  });
});
