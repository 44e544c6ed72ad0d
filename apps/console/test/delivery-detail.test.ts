import { updateWebhookEndpoint } from "@plugboard/api/routes";
import { describe, expect } from "vitest";
import { it } from "./console-test.ts";

describe("the details of a delivery", () => {
  it("show attempts with headers, the request, and the reason why it waits", { tags: ["night"] }, async ({
    world,
    context,
    page,
    webhook,
  }) => {
    const { platform, server, target } = world;
    const { installationId, endpointId } = webhook;
    const update = (status: "enabled" | "paused") =>
      platform.call(updateWebhookEndpoint, { params: { installationId, endpointId }, body: { status } });
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    target.failNext(503, 503, 503);
    await webhook.send();
    await page.goto(`${server.consoleUrl}/deliveries?endpoint=${endpointId}`);
    const list = page.getByRole("region", { name: "Deliveries" });
    await list
      .getByText(/^Next attempt in/)
      .first()
      .waitFor();
    await list.getByRole("button", { name: "space_content_updated" }).click();
    await page.waitForURL(/delivery=dlv_/);
    const detail = page.getByRole("complementary", { name: "Delivery" });
    await detail.getByText("503 after").first().waitFor();
    await detail.getByText("webhook-signature").last().waitFor();
    await detail.getByText("Response headers").last().waitFor();
    await detail.getByText("not now").last().waitFor();
    await detail.getByText(/^Attempt [2-4] in/).waitFor();
    await detail.getByLabel("Request body").getByText('"eventId"').waitFor();
    await detail.getByRole("button", { name: "Copy as cURL" }).click();
    expect(await page.evaluate<string>("navigator.clipboard.readText()")).toMatch(
      /^curl -X POST 'http:[^]*-H 'content-type: application\/json'[^]*--data-raw '\{/,
    );
    await update("paused");
    await detail.getByText("Held: the endpoint is paused.").waitFor();
    await update("enabled");
    target.failNext();
    await detail.getByRole("button", { name: "Resend", exact: true }).click();
    // The scheduled attempt can succeed as well.
    await detail.getByText("200 after").first().waitFor();
  });

  it("edit and resend it, compare it, and its payload is found", async ({ world, page, webhook }) => {
    for (let sent = 0; sent < 2; sent += 1) await webhook.send();
    await page.goto(`${world.server.consoleUrl}/deliveries?endpoint=${webhook.endpointId}`);
    const list = page.getByRole("region", { name: "Deliveries" });
    const detail = page.getByRole("complementary", { name: "Delivery" });
    await list.getByRole("button", { name: "space_content_updated" }).first().click();
    await detail.getByRole("button", { name: "Edit and resend…" }).click();
    const dialog = page.getByRole("dialog", { name: "Edit and resend" });
    const body = dialog.getByRole("textbox", { name: "Body" });
    const sent = await body.inputValue();
    await body.fill("{");
    await dialog.getByText("The body is not valid JSON at line 1, column 2.").waitFor();
    expect(await dialog.getByRole("button", { name: "Send" }).isDisabled()).toBe(true);
    await body.fill(sent.replace('"revisionId": "', '"revisionId": "needle-'));
    await dialog.getByRole("button", { name: "Send" }).click();
    await dialog.waitFor({ state: "detached" });
    await detail.getByLabel("Request body").getByText("needle-").waitFor();
    await detail.getByRole("button", { name: "Compare…" }).click();
    const compared = page.getByRole("dialog", { name: "Compare space_content_updated" });
    await compared.locator("mark").first().waitFor();
    await compared.getByRole("button", { name: "Close" }).last().click();
    await page.getByRole("textbox", { name: "Payload contains" }).fill("needle-");
    await page.getByRole("textbox", { name: "Payload contains" }).press("Enter");
    await page.waitForURL(/text=needle-/);
    await expect.poll(() => list.getByRole("row").count()).toBe(2);
  });
});
