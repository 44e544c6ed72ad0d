import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { deleteStream, getInstallation, getStream } from "@plugboard/api/routes";
import { expect } from "vitest";
import { it } from "./console-test.ts";
import { createKeyboard } from "./testing/create-keyboard.ts";
import { inspectPage } from "./testing/inspect-page.ts";
import { waitFor } from "./testing/wait-for.ts";

it("shows an event's recipients, and the reasons of all others", async ({ world, page, webhook }) => {
  await world.install("content-digest");
  await world.editPage(webhook.installationId, 1);
  await page.goto(`${world.server.consoleUrl}/events`);
  await page.getByRole("button", { name: "space_content_updated" }).first().click();
  const detail = page.getByRole("complementary", { name: "Event" });
  await detail.getByRole("heading", { name: "Received by", exact: true }).waitFor();
  const other = detail.getByRole("listitem").filter({ hasText: "Content digest" });
  await other.getByText(/scope|this space or site/).waitFor();
  const received = detail.getByRole("link", { name: "Webhook", exact: true });
  await received.waitFor();
  expect(await received.count()).toBe(1);
});

it("replays events from the integration's log", async ({ world, page, webhook }) => {
  await world.editPage(webhook.installationId, 1);
  await page.goto(`${world.server.consoleUrl}/logs?integration=webhook&kind=dispatch`);
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

it("finds lines of the log by text and time, by an address that can be shared", async ({
  world,
  page,
  webhook,
}) => {
  await world.editPage(webhook.installationId, 1);
  await page.goto(`${world.server.consoleUrl}/logs?integration=webhook`);
  const lines = page.getByRole("region", { name: "Log" }).getByRole("listitem");
  // Of the organization and of the space, each with its own event.
  await lines.filter({ hasText: "installation_setup" }).nth(1).waitFor();
  const all = await lines.count();
  const eventId = await lines.getByRole("link").first().innerText();
  const contains = page.getByRole("textbox", { name: "Contains" });
  await contains.fill(eventId);
  await contains.press("Enter");
  await page.waitForURL(new RegExp(`text=${eventId}`));
  await expect.poll(() => lines.count()).toBeLessThan(all);
  for (const line of await lines.allInnerTexts()) expect(line).toContain(eventId);
  await contains.fill("never logged");
  await contains.press("Enter");
  await page.getByText("No matching entries").waitFor();
  await page.getByRole("button", { name: "Clear" }).click();
  await expect.poll(() => lines.count()).toBeGreaterThanOrEqual(all);
  const [from, to] = [page.getByLabel("From"), page.getByLabel("to before")];
  await to.fill("2026-01-01T00:00");
  await to.press("Enter");
  await page.getByText("No matching entries").waitFor();
  await page.reload();
  await page.getByText("No matching entries").waitFor();
  await from.fill("2026-02-01T00:00");
  await from.press("Enter");
  await page.getByText(/^must be before /).waitFor();
  expect(page.url()).not.toContain("since=");
  await to.fill("");
  await from.focus();
  await page.waitForURL((url) => !url.searchParams.has("before"));
  // The year passes through other years while it is typed.
  const visited = await page.evaluate(() => history.length);
  await from.fill("");
  await from.pressSequentially("010120261200AM");
  await from.press("Enter");
  await page.waitForURL(/since=2026-01-01/);
  expect(await page.evaluate(() => history.length)).toBe(visited + 1);
  expect(await from.evaluate((input) => input === document.activeElement)).toBe(true);
  await expect.poll(() => lines.count()).toBeGreaterThanOrEqual(all);
});

it("lists the event of an edited page, and opens it by its address", async ({ world, page, fresh }) => {
  await page.goto(world.server.consoleUrl + fresh.path);
  await page.getByRole("button", { name: "Source" }).click();
  await page.getByLabel("Markdown").fill("# Edited in the console\n");
  await page.getByRole("button", { name: "Publish" }).click();
  await page.getByText("Published as rev_").waitFor();
  await page.goto(`${world.server.consoleUrl}/events`);
  await page.getByRole("button", { name: "space_content_updated" }).first().click();
  await page.getByText('"revisionId"').waitFor();
  await page.reload();
  await page.getByText('"revisionId"').waitFor();
});

it("streams logs to a URL and resends failures with the keyboard alone, until it is stopped", async ({
  world,
  page,
  webhook,
}) => {
  const { platform } = world;
  const installation = { installationId: webhook.installationId };
  const { organization: organizationId } = await platform.call(getInstallation, { params: installation });
  const params = { organizationId, stream: "logs" };
  // An earlier try of this test may have set it.
  await platform.call(deleteStream, { params }).catch(() => {});
  const received: string[] = [];
  let status = 410;
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      if (status === 200) received.push(body);
      return response.writeHead(status).end();
    });
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port }: AddressInfo = JSON.parse(JSON.stringify(server.address()));
  const { confirm, press, type, tabTo, focused } = createKeyboard(page);
  await page.goto(`${world.server.consoleUrl}/logs?integration=webhook`);
  await page.getByRole("button", { name: "Stream", exact: true }).waitFor();
  await press("Stream");
  const dialog = page.getByRole("dialog", { name: "Stream logs" });
  await dialog.waitFor();
  await expect.poll(focused).toBe("URL");
  await page.keyboard.type("ftp://logs.example");
  await press("Start streaming");
  await dialog.getByText(/begins with https/).waitFor();
  expect(await focused()).toBe("Start streaming");
  await dialog.getByLabel("URL").focus();
  await type("URL", `http://127.0.0.1:${port}/logs`);
  await tabTo("Webhook");
  await page.keyboard.press("Space");
  await press("Start streaming");
  await dialog.getByText("No requests in the last 24 h").waitFor();
  expect(await focused()).toBe("Save");
  expect(await inspectPage(page, "the stream of logs")).toEqual([]);
  await page.keyboard.press("Escape");
  // Each call of the integration writes a line.
  await press("Replay");
  await waitFor("the refusal", async () => {
    const { health } = await platform.call(getStream, { params });
    return health.state === "disabled" || undefined;
  });
  await page.reload();
  await page.getByRole("button", { name: "Stream", exact: true }).waitFor();
  await press("Stream");
  await dialog.getByText("disabled").waitFor();
  status = 200;
  await press("Save");
  await press(/^Resend \d+ failed$/);
  await expect.poll(() => received.length, { timeout: 30_000 }).toBeGreaterThan(0);
  expect(JSON.parse(received[0] ?? "")).toMatchObject({ type: "log_lines", integration: "webhook" });
  await press("Stop streaming");
  await confirm("Stop");
  await dialog.getByRole("button", { name: "Start streaming" }).waitFor();
  server.close();
  server.closeAllConnections();
});
