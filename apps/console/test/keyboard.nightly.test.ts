import {
  createApiKey,
  createCustomEventType,
  createInvitation,
  createWebhookEndpoint,
  getCustomEventType,
  getWebhookEndpointSecrets,
  listApiKeys,
  listDeliveries,
  listDeliveryViews,
  listInvitations,
  listOrganizations,
  listPortalOrigins,
  listPortalSessions,
  listWebhookEndpoints,
  updateSettings,
} from "@plugboard/api/routes";
import {
  createSite,
  createSpace,
  getGitSync,
  getSiteCustomization,
  trashSpace,
} from "@plugboard/content/routes";
import { expect } from "vitest";
import { it } from "./console-test.ts";
import { createKeyboard } from "./testing/create-keyboard.ts";
import { adminToken } from "./testing/server-process.ts";

it("works with the keyboard alone", async ({ world, context, page }) => {
  const { tabTo, confirm, goTo } = createKeyboard(page);
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
  await confirm("Delete");
  await page.getByText("Deleted Typed").waitFor();
  // Screen readers need the focus on an element after the change.
  expect(await page.evaluate("document.activeElement !== document.body || document.hasFocus()")).toBe(true);
});

it("manages endpoints, events and deliveries with the keyboard alone", async ({ world, page, webhook }) => {
  const { platform, server, organization, target } = world;
  const { installationId, endpointId, send } = webhook;
  const { tabTo, press, type, select, goTo } = createKeyboard(page);
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
  await select(/^Event type/, orderType);
  await type(/^Data/, '{ "cents": 1 }');
  await press("Publish");
  await page.getByRole("region", { name: "Published event" }).waitFor();

  target.failNext(422);
  await send();
  const query = { endpointId, status: "failed" as const };
  const countFailed = async () => (await platform.call(listDeliveries, { query })).items.length;
  await expect.poll(countFailed, { timeout: 60_000 }).toBe(1);
  await goTo("Deliveries", "Deliveries");
  await select(/^Status/, "failed");
  await page.waitForURL(/status=failed/);
  await press("space_content_updated");
  await page.getByRole("heading", { name: "Attempts" }).waitFor();
  await press("Resend");
  await expect.poll(countFailed, { timeout: 60_000 }).toBe(0);
});

it("manages keys, sites and usage with the keyboard alone", async ({ world, page, fresh: { spaceId } }) => {
  const { platform, server, organization } = world;
  const { press, type, select, goTo } = createKeyboard(page);
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
  await select(/^Period/, "Last 90");
  await page.getByRole("heading", { name: "Deliveries in the last 90 days" }).waitFor();

  await page.goto(`${server.consoleUrl}/content/sites/${siteId}`);
  await page.getByRole("heading", { level: 1, name: "Customize Typed guides" }).waitFor();
  await select(/^Theme/, "Dark");
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

it("invites a person with the keyboard alone", async ({ world, page }) => {
  const { platform, server, organization } = world;
  const { tabTo, press, select, goTo, focused } = createKeyboard(page);
  const params = { organizationId: organization };
  const email = `typed${Date.now()}@example.com`;
  await page.goto(server.consoleUrl);
  await page.getByRole("heading", { level: 1, name: "Overview" }).waitFor();
  await goTo("Members", "Members");
  await press("Invite");
  await page.getByRole("dialog", { name: "Invite member" }).waitFor();
  await expect.poll(focused).toBe("Email");
  await page.keyboard.type(email);
  await select(/^Role/, "reader");
  await press("Invite");
  await page.getByRole("dialog", { name: "Invited" }).waitFor();
  await tabTo("Copy link");
  await page.keyboard.press("Escape");
  await expect.poll(focused).toBe("Invite");
  const listInvited = async () =>
    (await platform.call(listInvitations, { params })).items.filter((each) => each.email === email);
  expect(await listInvited()).toMatchObject([{ role: "reader" }]);
  await press(`Resend the invitation of ${email}`);
  const again = page.getByRole("dialog", { name: "Invited again" });
  await again.getByText("The earlier link no longer works.").waitFor();
  await again.getByText("/invitation#pbi_").waitFor();
  await page.keyboard.press("Escape");
  await expect.poll(focused).toBe(`Resend the invitation of ${email}`);
  expect(await listInvited()).toMatchObject([{ role: "reader" }]);
  await press(`Withdraw the invitation of ${email}`);
  await expect.poll(listInvited).toEqual([]);
});

it("connects and disconnects a repository with the keyboard alone", async ({
  world,
  page,
  onTestFinished,
}) => {
  const { platform, server, organization } = world;
  const { press, type, select, confirm, choose, goTo, focused } = createKeyboard(page);
  const title = `Synced ${Date.now()}`;
  const { id: spaceId } = await platform.call(createSpace, { body: { title, organization } });
  const params = { spaceId };
  onTestFinished(async () => {
    await platform.call(trashSpace, { params });
  });
  await page.goto(server.consoleUrl);
  await page.getByRole("heading", { level: 1, name: "Overview" }).waitFor();
  await goTo("Content", "Content");
  await choose(`Actions for space ${title}`, "Git sync");
  await page.getByRole("heading", { level: 1, name: "Git sync" }).waitFor();
  await press("Connect repository");
  await page.getByRole("dialog", { name: "Connect repository" }).waitFor();
  await expect.poll(focused).toMatch(/^Remote/);
  await page.keyboard.type("https://127.0.0.1:9/docs.git");
  await type(/^Branch/, "typed");
  await select(/^Direction/, "Space to");
  await press("Connect");
  const repository = page.getByRole("region", { name: "Repository" });
  await repository.getByText("typed").waitFor();
  expect(await platform.call(getGitSync, { params })).toMatchObject({ branch: "typed", direction: "export" });
  await press("Edit…");
  await page.getByRole("dialog", { name: "Edit connection" }).waitFor();
  await page.keyboard.press("Escape");
  await expect.poll(focused).toBe("Edit…");
  await press("Disconnect…");
  await confirm("Disconnect");
  await page.getByText("Not connected").waitFor();
});

it("creates and renames an organization and opens its portal with the keyboard alone", async ({
  world,
  page,
}) => {
  const { platform, server } = world;
  const { tabTo, press, type, select, goTo, focused } = createKeyboard(page);
  const made = Date.now();
  const title = `Typed ${made}`;
  const site = "https://typed.example";
  await page.goto(server.consoleUrl);
  await page.getByRole("heading", { level: 1, name: "Overview" }).waitFor();
  // Disabled until the scripts are loaded.
  await page.getByRole("button", { name: /Organization:/, disabled: false }).waitFor();
  await press(/Organization:/);
  await page.locator('[role^="menuitem"]:focus').waitFor();
  await page.keyboard.press("End");
  await page.locator('[role="menuitem"]:focus', { hasText: "New organization…" }).waitFor();
  await page.keyboard.press("Enter");
  await page.getByRole("dialog", { name: "New organization" }).waitFor();
  await expect.poll(focused).toBe("Name");
  await page.keyboard.type(title);
  await page.keyboard.press("Enter");
  const findId = async () =>
    (await platform.call(listOrganizations, { query: { limit: 100 } })).items.find(
      ({ subdomain }) => subdomain === `typed-${made}`,
    )?.id;
  await expect.poll(findId).toBeTruthy();
  const organizationId = (await findId()) ?? "";
  await page.waitForURL((url) => url.searchParams.get("organization") === organizationId);
  await page.getByRole("dialog").waitFor({ state: "detached" });
  await expect.poll(focused).toMatch(/Organization:/);

  await goTo("Settings", "Settings");
  await press("Rename…");
  await page.getByRole("dialog", { name: `Rename ${title}` }).waitFor();
  await type(/^Name/, `${title} again`);
  await page.keyboard.press("Enter");
  await page.getByRole("region", { name: "Organization" }).getByText(`${title} again`).waitFor();
  await expect.poll(focused).toBe("Rename…");
  await tabTo(/^(Light|Dark|System)$/);
  await page.keyboard.press("ArrowLeft");
  await expect.poll(focused).toMatch(/^(Light|Dark|System)$/);

  await goTo("Endpoints", "Endpoints");
  await press("Portal…");
  const dialog = page.getByRole("dialog", { name: "Portal links" });
  await dialog.waitFor();
  await expect.poll(focused).toMatch(/^Expires after/);
  await select(/^Expires after/, "One hour");
  await tabTo(/^Read-only/);
  await page.keyboard.press("Space");
  await press("Create link");
  await dialog.getByText(/#pbp_/).waitFor();
  await tabTo("Copy link");
  const params = { organizationId };
  expect((await platform.call(listPortalSessions, { params })).items).toMatchObject([{ readOnly: false }]);
  const isInDialog = () => page.evaluate("document.activeElement.closest('[role=dialog]') !== null");
  await type(/^Site/, site);
  await page.keyboard.press("Enter");
  const listOrigins = async () =>
    (await platform.call(listPortalOrigins, { params })).items.map(({ origin }) => origin);
  await expect.poll(listOrigins).toEqual([site]);
  await press(`Remove ${site}`);
  await expect.poll(listOrigins).toEqual([]);
  await expect.poll(isInDialog).toBe(true);
  await press(/^Revoke/);
  await dialog.getByRole("region", { name: "Open links" }).waitFor({ state: "detached" });
  await expect.poll(isInDialog).toBe(true);
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "detached" });
  await expect.poll(focused).toBe("Portal…");
});

it("edits and archives event types and reads logs with the keyboard alone", async ({
  world,
  page,
  webhook,
}) => {
  const { platform, server, organization } = world;
  const { press, type, select, goTo, focused } = createKeyboard(page);
  const customEventType = `ticket.edited${Date.now()}`;
  const params = { organizationId: organization, customEventType };
  await platform.call(createCustomEventType, { params, body: { type: customEventType, summary: "Before" } });
  await page.goto(server.consoleUrl);
  await page.getByRole("heading", { level: 1, name: "Overview" }).waitFor();
  await goTo("Developers", "Developers");
  await press(`Edit ${customEventType}`);
  await page.getByRole("dialog", { name: `Edit ${customEventType}` }).waitFor();
  await type(/^Summary/, "After");
  await type(/^Example data/, '{ "cents": 1 }');
  await press("Save");
  await page.getByText("After", { exact: true }).waitFor();
  await expect.poll(focused).toBe(`Edit ${customEventType}`);
  await press(`Archive ${customEventType}`);
  await expect.poll(focused).toBe(`Restore ${customEventType}`);
  const stored = await platform.call(getCustomEventType, { params });
  expect(stored).toMatchObject({ summary: "After", example: { cents: 1 }, archivedAt: expect.any(String) });

  await webhook.send();
  await goTo("Logs", "Logs");
  await select(/^Integration/, "Webhook");
  await page.waitForURL(/integration=webhook/);
  await select(/^Kind/, "Calls");
  await page.waitForURL(/kind=dispatch/);
  await press(/^evt_/);
  await page.getByRole("heading", { level: 1, name: "Deliveries" }).waitFor();
});

it("goes on beside rows that it removed", async ({ world, page, webhook: { installationId } }) => {
  const { platform, server, organization } = world;
  const { press, confirm, choose, focused } = createKeyboard(page);
  const params = { organizationId: organization };
  const stamp = Date.now();
  for (const name of ["first", "second"]) {
    const email = `${name}${stamp}@example.com`;
    await platform.call(createInvitation, { params, body: { email, role: "reader" } });
    await platform.call(createApiKey, { params, body: { name: `${name} ${stamp}`, role: "reader" } });
  }
  await page.goto(`${server.consoleUrl}/members`);
  await press(`Withdraw the invitation of first${stamp}@example.com`);
  await expect.poll(focused).toContain(`second${stamp}@example.com`);
  await press(`Withdraw the invitation of second${stamp}@example.com`);
  await expect.poll(focused).toBe("Invitations");

  await page.goto(`${server.consoleUrl}/keys`);
  await press("Revoke");
  await confirm("Revoke");
  await page.locator("tr:focus").waitFor();

  const url = `https://removed${stamp}.example/`;
  const { id: endpointId } = await platform.call(createWebhookEndpoint, {
    params: { installationId },
    body: { url, eventTypes: ["page_feedback"] },
  });
  await page.goto(`${server.consoleUrl}/endpoints?endpoint=${endpointId}`);
  await press("Delete…");
  await confirm("Delete");
  await page.getByRole("heading", { level: 1, name: "Endpoints" }).waitFor();
  await expect.poll(focused).toMatch(/^Endpoints/);
  expect(await page.getByText("doesn’t exist").count()).toBe(0);

  await platform.call(createSpace, { body: { title: `Removed ${stamp}`, organization } });
  await page.goto(`${server.consoleUrl}/content`);
  await choose(`Actions for space Removed ${stamp}`, "Move to trash…");
  await confirm("Move to trash");
  await page.getByText(`Moved Removed ${stamp} to trash`).waitFor();
  await page.locator("section:focus").waitFor();
  await press(`Restore Removed ${stamp}`);
  await page.getByText(`Removed ${stamp} is back`).waitFor();
  await expect.poll(focused).not.toBe("");
});

it("chooses a bar of every chart of deliveries with the keyboard alone", async ({ world, page, webhook }) => {
  const { server, target } = world;
  const { press, focused } = createKeyboard(page);
  await webhook.send();
  await expect.poll(() => target.statuses.length).toBeGreaterThan(0);
  for (const path of ["/", "/usage", `/endpoints?endpoint=${webhook.endpointId}`, "/deliveries"]) {
    await page.goto(server.consoleUrl + path);
    const chart = page.locator(".histogram[data-clickable]");
    await chart.getByText(/^[1-9]\d* delivered$/).waitFor();
    await press("Bar of the chart");
    await page.waitForURL((url) => url.pathname === "/deliveries" && url.searchParams.has("since"));
    await chart.getByText(/^[1-9]\d* delivered$/).waitFor();
    await expect.poll(focused).not.toBe("");
  }
});

it("saves views, compares and edits deliveries, and rotates a secret with the keyboard alone", async ({
  world,
  page,
  webhook,
}) => {
  const { platform, server, organization, target } = world;
  const { tabTo, press, type, select, confirm, choose, focused } = createKeyboard(page);
  const { installationId, endpointId } = webhook;
  // Notices are dialogs too.
  const dialog = page.locator(".plugboard-dialog");
  const before = target.statuses.length;
  for (let sent = 0; sent < 2; sent += 1) await webhook.send();
  await expect.poll(() => target.statuses.length).toBe(before + 2);
  await page.goto(`${server.consoleUrl}/deliveries?endpoint=${endpointId}&range=7d`);
  const name = `Typed ${Date.now()}`;
  await choose("Views", "Save view…");
  await dialog.waitFor();
  await expect.poll(focused).toBe("Name");
  await page.keyboard.type(name);
  await page.keyboard.press("Enter");
  await page.getByText(`Saved view ${name}`).waitFor();
  await expect.poll(focused).toBe("Views");
  await choose("Views", "All");
  await page.waitForURL((url) => !url.searchParams.has("endpoint"));
  await choose("Views", name);
  await page.waitForURL((url) => url.searchParams.get("endpoint") === endpointId);
  await choose("Views", `Remove ${name}`);
  await page.getByText(`Deleted view ${name}`).waitFor();
  await expect.poll(focused).toBe("Views");
  const views = await platform.call(listDeliveryViews, { params: { organizationId: organization } });
  expect(views.items.map((view) => view.name)).not.toContain(name);

  await press("space_content_updated");
  await page.getByRole("heading", { name: "Attempts" }).waitFor();
  for (const [label, title] of [
    ["Compare…", /Compare/],
    ["Edit and resend…", /resend/i],
  ] as const) {
    await press(label);
    await page.getByRole("dialog", { name: title }).waitFor();
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });
    await expect.poll(focused).toBe(label);
  }
  await press("Edit and resend…");
  await dialog.waitFor();
  await type(/^Body/, '{ "typed": true }');
  await press("Send");
  await dialog.waitFor({ state: "detached" });
  await expect.poll(() => target.statuses.length).toBe(before + 3);
  await tabTo("Close");

  await page.goto(`${server.consoleUrl}/endpoints?endpoint=${endpointId}`);
  await press("Rotate secret…");
  await page.getByRole("dialog", { name: "Rotate secret" }).waitFor();
  await expect.poll(focused).toMatch(/^Keep the old secret/);
  await select(/^Keep the old secret/, "One week");
  await press("Rotate");
  await page.getByText("Secret rotated").waitFor();
  await expect.poll(focused).toBe("Rotate secret…");
  const params = { installationId, endpointId };
  expect((await platform.call(getWebhookEndpointSecrets, { params })).secrets).toHaveLength(2);
  await press("Hide secret");
  await press("Disable…");
  await confirm("Disable");
  await page.getByText("Disabled. Events aren’t delivered.").waitFor();
  await expect.poll(focused).not.toBe("");
  await tabTo("Enable");
});
