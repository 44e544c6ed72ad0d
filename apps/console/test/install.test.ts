import { it } from "./console-test.ts";

it("installs an integration that becomes active through a form generated from its manifest", async ({
  world,
  page,
}) => {
  await page.goto(world.server.consoleUrl);
  const steps = page.getByRole("region", { name: "Setup" });
  await steps.getByRole("link", { name: "Install an integration" }).click();
  await page.getByRole("searchbox", { name: "Search integrations" }).fill("signed url");
  await page.getByRole("link", { name: "Content digest" }).waitFor({ state: "detached" });
  await page.getByRole("link", { name: "Webhook" }).click();
  await page.getByText("Receive page views and feedback from the sites it is installed in.").waitFor();
  await page.getByRole("link", { name: "Install", exact: true }).click();
  await page.getByRole("button", { name: "Allow and install" }).click();
  await page.getByText("pending", { exact: true }).waitFor();
  const form = page.getByRole("region", { name: "Settings" });
  await form.getByLabel("Page feedback").uncheck();
  await form.getByLabel("Webhook URL").fill("ftp://127.0.0.1/nobody");
  await form.getByRole("button", { name: "Save and continue" }).click();
  // The integration registers the URL and reports the failure.
  await form.locator(".setting[data-invalid]").getByLabel("Webhook URL").waitFor();
  await form.getByRole("alert").waitFor();
  await page.getByText("not working", { exact: true }).waitFor();
  // Text typed while the first settings are being checked is kept.
  await form.getByLabel("Webhook URL").fill("http://127.0.0.1:9/nobody");
  await form.getByText("Checking the settings").waitFor({ state: "detached" });
  await form.getByRole("button", { name: "Save and continue" }).click();
  await page.getByRole("heading", { name: "Installed in" }).waitFor();
  await page.getByRole("button", { name: "Install in space Handbook" }).click();
  await page.getByRole("button", { name: "Remove from space Handbook" }).waitFor();
  await page.getByRole("button", { name: "Next" }).click();
  // No server listens at the endpoint; this event goes to the integration itself.
  await page.getByLabel("Test event type").selectOption("installation_setup");
  await page.getByRole("button", { name: "Send", exact: true }).click();
  await page.getByRole("heading", { name: "Result" }).waitFor();
  const test = page.getByRole("region", { name: "Test event" });
  await test.getByText("delivered", { exact: true }).first().waitFor();
  await page.getByRole("link", { name: "Done" }).click();
  await page.getByText("active", { exact: true }).first().waitFor();
  await page.getByRole("link", { name: "Webhook endpoints" }).click();
  await page
    .getByRole("region", { name: "Webhook endpoint" })
    .getByText("http://127.0.0.1:9/nobody")
    .waitFor();
});
