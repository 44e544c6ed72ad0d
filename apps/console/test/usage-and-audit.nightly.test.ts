import { readFile } from "node:fs/promises";
import {
  createApiKey,
  createOrganization,
  createPortalSession,
  getStream,
  getOrganizationUsage,
} from "@plugboard/api/routes";
import { createSpace } from "@plugboard/content/routes";
import { expect } from "vitest";
import { it } from "./console-test.ts";
import { inspectPage } from "./testing/inspect-page.ts";
import { waitFor } from "./testing/wait-for.ts";

it("sets an organization's quota, and shows and exports the audit log", async ({ world, page }) => {
  const { platform, server } = world;
  const made = Date.now();
  const { id: organizationId } = await platform.call(createOrganization, {
    body: { title: `Quotas ${made}`, subdomain: `quotas${made}` },
  });
  const params = { organizationId };
  await platform.call(createPortalSession, { params, body: {} });
  await page.goto(`${server.consoleUrl}/usage?organization=${organizationId}`);
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
  const { limits } = await waitFor("the quotas", async () => {
    const usage = await platform.call(getOrganizationUsage, { params });
    return usage.limits.tasksPerMinute === undefined ? usage : undefined;
  });
  expect(limits).toEqual({ requestsPerMinute: 600, maxWebhookEndpoints: 20, maxPageCharacters: 90_000 });
  expect(await inspectPage(page, "the quotas")).toEqual([]);
  await page.goto(`${server.consoleUrl}/audit?organization=${organizationId}`);
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

it("streams the audit log to a URL, until it is stopped", async ({ world, page }) => {
  const { platform, server } = world;
  const made = Date.now();
  const { id: organizationId } = await platform.call(createOrganization, {
    body: { title: `Streams ${made}`, subdomain: `streams${made}` },
  });
  await page.goto(`${server.consoleUrl}/audit?organization=${organizationId}`);
  await page.getByRole("button", { name: "Stream", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Stream audit log" });
  await dialog.getByLabel("URL").fill("ftp://siem.example");
  await dialog.getByRole("button", { name: "Start streaming" }).click();
  await dialog.getByText(/begins with https/).waitFor();
  const url = "https://siem.example/audit";
  await dialog.getByLabel("URL").fill(url);
  await dialog.getByRole("button", { name: "Start streaming" }).click();
  await dialog.getByText("No requests in the last 24 h").waitFor();
  const params = { organizationId, stream: "audit" };
  expect(await platform.call(getStream, { params })).toMatchObject({ url });
  await dialog.getByRole("button", { name: "Stop streaming" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Stop", exact: true }).click();
  await dialog.getByRole("button", { name: "Start streaming" }).waitFor();
  await expect(platform.call(getStream, { params })).rejects.toThrow(/audit stream/);
});

it("shows only an organization's own entries in its audit log", async ({ world, page }) => {
  const { platform, server } = world;
  const made = Date.now();
  const create = (title: string) => {
    const subdomain = `${title.toLowerCase()}${made}`;
    return platform.call(createOrganization, { body: { title: `${title} ${made}`, subdomain } });
  };
  const { id: organizationId } = await create("Umbrella");
  const body = { name: "Backup", role: "reader" } as const;
  await platform.call(createApiKey, { params: { organizationId }, body });
  const { id: organization } = await create("Globex");
  await platform.call(createSpace, { body: { organization, title: "Theirs" } });
  await page.goto(`${server.consoleUrl}/audit?organization=${organizationId}`);
  const entries = page.getByRole("region", { name: "Entries" });
  await entries.getByText("Create api key").first().waitFor();
  expect(await entries.getByText("Create space").count()).toBe(0);
  await page.getByRole("button", { name: /^Organization: / }).click();
  await page.getByRole("menuitemradio", { name: `Globex ${made}` }).click();
  await page.getByRole("link", { name: "Audit log" }).click();
  await entries.getByText("Create space").first().waitFor();
  expect(await entries.getByText("Create api key").count()).toBe(0);
});
