import { getCustomEventType } from "@plugboard/api/routes";
import { expect } from "vitest";
import { it } from "./console-test.ts";

it("creates a custom event type, changes, archives and restores it", async ({ world, page }) => {
  const { platform, server, organization } = world;
  const type = `invoice.paid${Date.now()}`;
  await page.goto(`${server.consoleUrl}/developers`);
  const types = page.getByRole("region", { name: "Custom events" });
  const dialog = page.getByRole("dialog");
  const field = (name: string) => dialog.getByLabel(name);
  await types.getByRole("button", { name: "Add event type" }).click();
  await field("Name").fill(type);
  await field("Summary").fill("An invoice was paid");
  await field("JSON Schema of the data").fill("{");
  await dialog.getByRole("button", { name: "Add", exact: true }).click();
  await dialog
    .getByText("is not valid JSON at line 1, column 2. Check the quotes, commas and brackets")
    .waitFor();
  await field("JSON Schema of the data").fill('{ "properties": { "cents": { "type": "integer" } } }');
  await field("Example data").fill('{ "cents": "much" }');
  await dialog.getByRole("button", { name: "Add", exact: true }).click();
  await dialog.getByText(`the example of ${type} does not match`).waitFor();
  await field("Example data").fill('{ "cents": 4200 }');
  await dialog.getByRole("button", { name: "Add", exact: true }).click();
  // Other tests can have defined types too.
  const entry = types.locator(".choice").filter({ hasText: type });
  await entry.getByText("An invoice was paid", { exact: true }).waitFor();
  await entry.getByRole("button", { name: /^Edit/ }).click();
  await field("Summary").fill("An invoice was paid in full");
  await dialog.getByRole("button", { name: "Save" }).click();
  await entry.getByText("An invoice was paid in full").waitFor();
  await entry.getByRole("button", { name: "Archive" }).click();
  await entry.getByText("archived", { exact: true }).waitFor();
  await entry.getByRole("button", { name: "Restore" }).click();
  await entry.getByRole("button", { name: "Archive" }).waitFor();
  const params = { organizationId: organization, customEventType: type };
  const defined = await platform.call(getCustomEventType, { params });
  expect(defined).toMatchObject({ version: "1", example: { cents: 4200 } });
  expect(defined.archivedAt).toBeUndefined();
});
