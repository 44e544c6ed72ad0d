import {
  createApiKey,
  createInvitation,
  createOrganization,
  getStream,
  groupFailedDeliveries,
} from "@plugboard/api/routes";
import { createSpace } from "@plugboard/content/routes";
import { expect } from "vitest";
import { it } from "./console-test.ts";
import { createKeyboard } from "./testing/create-keyboard.ts";
import { inspectPage } from "./testing/inspect-page.ts";
import { password } from "./testing/open-together.ts";

it("suspends and reinstates a member with the keyboard alone", async ({ world, context, page }) => {
  const { platform, server } = world;
  const { consoleUrl } = server;
  const { press, confirm, focused, tabTo } = createKeyboard(page);
  const subdomain = `suspended${Date.now()}`;
  const { id: organizationId } = await platform.call(createOrganization, {
    body: { title: "Suspended", subdomain },
  });
  const invite = async (name: string, role: "owner" | "reader") => {
    const email = `${name.toLowerCase()}@${subdomain}.example`;
    const body = { email, role };
    const { token } = await platform.call(createInvitation, { params: { organizationId }, body });
    return { token, name, password };
  };
  // Both are invited before the first joins, because the administrator then needs support access.
  const [owner, member] = [await invite("Olga", "owner"), await invite("Grace", "reader")];
  const accept = { origin: consoleUrl, "content-type": "application/json" };
  await fetch(`${consoleUrl}/auth/invitations/accept`, {
    method: "POST",
    headers: accept,
    body: JSON.stringify(member),
  });
  await context.clearCookies();
  await page.request.post(`${consoleUrl}/auth/invitations/accept`, { data: owner, headers: accept });

  await page.goto(`${consoleUrl}/members`);
  const row = page.getByRole("row", { name: "Grace" });
  await press("Suspend");
  await confirm("Suspend");
  await row.getByText("suspended", { exact: true }).waitFor();
  await expect.poll(focused).not.toBe("");
  await press("Restore access");
  await page.getByText("Grace has access again").waitFor();
  await row.getByText("suspended", { exact: true }).waitFor({ state: "detached" });
  await expect.poll(focused).not.toBe("");
  await tabTo("Suspend");
});

it("creates and revokes a SCIM token with the keyboard alone, and marks provisioned members", async ({
  world,
  context,
  page,
}) => {
  const { platform, server } = world;
  const { consoleUrl } = server;
  const { press, type, select, confirm } = createKeyboard(page);
  const subdomain = `provisioned${Date.now()}`;
  const { id: organizationId } = await platform.call(createOrganization, {
    body: { title: "Provisioned", subdomain },
  });
  const email = (name: string) => `${name}@${subdomain}.example`;
  const invite = async (name: string, role: "owner" | "reader") => {
    const body = { email: email(name), role };
    const { token } = await platform.call(createInvitation, { params: { organizationId }, body });
    return { token, name, password };
  };
  const [owner, member] = [await invite("olga", "owner"), await invite("grace", "reader")];
  const headers = { origin: consoleUrl, "content-type": "application/json" };
  const accept = { method: "POST", headers, body: JSON.stringify(member) };
  await fetch(`${consoleUrl}/auth/invitations/accept`, accept);
  await context.clearCookies();
  await page.request.post(`${consoleUrl}/auth/invitations/accept`, { data: owner, headers });

  await page.goto(`${consoleUrl}/members`);
  const panel = page.getByRole("region", { name: "Provisioning (SCIM)" });
  await panel.getByRole("button", { name: "Create token" }).waitFor();
  await press("Create token");
  await page.getByRole("dialog", { name: "Create SCIM token" }).waitFor();
  await type(/^Name/, "Okta");
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: "SCIM token created" });
  const token = await dialog.getByText(/^pbk_/).innerText();
  await press("Done");
  const okta = panel.getByRole("row", { name: "Okta" });
  await okta.getByText("never").first().waitFor();
  const address = await panel.getByText(`/scim/v2/${organizationId}`).innerText();
  const send = async (path: string, body: object): Promise<string> => {
    const sent = await fetch(`${address}${path}`, {
      method: "POST",
      headers: { authorization: `Bearer ${token}`, "content-type": "application/scim+json" },
      body: JSON.stringify(body),
    });
    expect(sent.status).toBe(201);
    return Object(await sent.json()).id;
  };
  const userIds: string[] = [];
  for (const [name, roles] of [
    ["grace", ["editor"]],
    ["joan", []],
  ] as const)
    userIds.push(await send("/Users", { userName: email(name), displayName: name, roles }));
  await send("/Groups", { displayName: "Engineering", members: userIds.map((value) => ({ value })) });
  await page.reload();
  const row = page.getByRole("row", { name: "grace" });
  await row.getByText("provisioned", { exact: true }).waitFor();
  await row.getByText("set by the identity provider").waitFor();
  await panel.getByText(email("joan")).waitFor();
  expect(await panel.getByText(email("grace")).count()).toBe(0);
  expect(await inspectPage(page, "members")).toEqual([]);
  await select(/^Role of Engineering/, "developer");
  await page.getByText("Members of Engineering: developer").waitFor();
  await row.getByText("developer").first().waitFor();
  await select(/^Role of Engineering/, "no role");
  await row.getByText("editor").first().waitFor();
  await press("Revoke");
  await confirm("Revoke");
  await okta.waitFor({ state: "detached" });
});

it("acknowledges, resolves and resends failures with the keyboard alone", async ({
  world,
  page,
  webhook,
}) => {
  const { platform, server, organization, target } = world;
  const { press, choose, focused } = createKeyboard(page);
  const listCauses = async () =>
    (await platform.call(groupFailedDeliveries, { query: { organization, endpointId: webhook.endpointId } }))
      .items;
  target.failNext(422);
  await webhook.send();
  await expect.poll(async () => (await listCauses()).length).toBe(1);
  await page.goto(`${server.consoleUrl}/deliveries?view=causes&endpoint=${webhook.endpointId}`);
  for (const [item, status] of [
    ["Acknowledge", "acknowledged"],
    ["Resolve", "resolved"],
    ["Reopen", "open"],
  ] as const) {
    await choose(/^Status of Rejected/, item);
    await expect.poll(async () => (await listCauses()).map((cause) => cause.status)).toEqual([status]);
    await page.locator(".causes").getByText(status, { exact: true }).waitFor();
    await expect.poll(focused).toMatch(/^Status of Rejected/);
  }
  await page.goto(server.consoleUrl);
  await press("Resend all…");
  const dialog = page.getByRole("dialog", { name: "Resend deliveries" });
  await dialog.waitFor();
  await press(/^Resend \d/);
  await expect.poll(listCauses).toEqual([]);
  await press("Close");
  await dialog.waitFor({ state: "detached" });
  await expect.poll(focused).not.toBe("");
});

it("filters and streams the audit log with the keyboard alone", async ({ world, page }) => {
  const { platform, server } = world;
  const { confirm, tabTo, press, select, focused } = createKeyboard(page);
  const subdomain = `audited${Date.now()}`;
  const { id: organizationId } = await platform.call(createOrganization, {
    body: { title: "Audited", subdomain },
  });
  const params = { organizationId };
  await platform.call(createApiKey, { params, body: { name: "Typed", role: "reader" } });
  await platform.call(createSpace, { body: { title: "Audited", organization: organizationId } });
  await page.goto(`${server.consoleUrl}/audit?organization=${organizationId}`);
  const entries = page.getByRole("region", { name: "Entries" });
  await entries.getByText("Create api key").waitFor();
  await select(/^Action/, "Create space");
  await page.waitForURL(/operation=createSpace/);
  await entries.getByText("Create api key").waitFor({ state: "detached" });
  await press(/Create space/);
  await entries.getByText("Copy").or(entries.locator("details[open]")).first().waitFor();
  await tabTo(/^From/);
  await page.keyboard.type("013120201200AM");
  await page.keyboard.press("Enter");
  await page.waitForURL(/since=2020-01-31/);
  await entries.getByText("Create space").waitFor();

  await press("Stream");
  const dialog = page.getByRole("dialog", { name: "Stream audit log" });
  await expect.poll(focused).toBe("URL");
  const url = "https://siem.example/typed";
  await page.keyboard.type(url);
  await page.keyboard.press("Enter");
  await dialog.getByText("No requests in the last 24 h").waitFor();
  const ofAudit = { params: { ...params, stream: "audit" } };
  expect(await platform.call(getStream, ofAudit)).toMatchObject({ url });
  await press("Stop streaming");
  await confirm("Stop");
  await dialog.getByRole("button", { name: "Start streaming" }).waitFor();
  const isInDialog = () => page.evaluate("document.activeElement.closest('[role=dialog]') !== null");
  await expect.poll(isInDialog).toBe(true);
  await page.keyboard.press("Escape");
  await expect.poll(focused).toBe("Stream");
});
