import { expect } from "vitest";
import { it } from "./console-test.ts";

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
