import { createCustomEventType, getWebhookEndpoint, pollWebhookEndpoint } from "@plugboard/api/routes";
import { listSpaces } from "@plugboard/content/routes";
import { createApiClient } from "@plugboard/api/client";
import { expect } from "vitest";
import { it } from "./console-test.ts";

it("adds and changes an endpoint in one form that shows errors at each field", async ({
  world,
  page,
  webhook: { installationId: installation },
}) => {
  const { platform, server, organization, target } = world;
  const type = `invoice.paid${Date.now()}` as const;
  const summary = `The event ${type}`;
  await platform.call(createCustomEventType, {
    params: { organizationId: organization },
    body: { type, summary },
  });
  // The form asks for the installation if there are several.
  await world.install("content-digest");
  // Installs it in a space, which the form offers.
  await world.editPage(installation, 0);
  const endpoint = page.getByRole("region", { name: "Webhook endpoint" });
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
  expect(await problemOf("URL")).toEqual(["must not be empty"]);
  await page.getByText("must contain at least one event type").waitFor();
  await page.getByText("Fields and an example").first().click();
  await page.getByRole("cell", { name: "installationId" }).first().waitFor();
  await page.getByRole("checkbox", { name: "space_content_updated" }).check();
  await page.getByText(summary, { exact: true }).waitFor();
  await page.getByRole("checkbox", { name: type }).check();
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
  expect(await problemOf("URL")).toEqual(["must be a URL that begins with https:// or http://"]);
  // Only the server can check these; it reports all fields at once.
  await expect.poll(() => problemOf("Timeout (seconds)")).toHaveLength(1);
  expect(await problemOf("Channels")).toEqual(["must consist of letters, digits and _ - . : /"]);
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
    eventTypes: ["space_content_updated", type],
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
    eventTypes: ["space_content_updated", "page_feedback", type],
    headers: { "x-api-key": secret },
  });
  expect(changed.channels).toBeUndefined();
  expect(changed.authentication).toBeUndefined();
  await endpoint.getByRole("button", { name: "Delete…" }).click();
  const question = page.getByRole("alertdialog", { name: "Delete this endpoint?" });
  await question.getByText("You can’t undo this.").waitFor();
  await question.getByRole("button", { name: "Delete" }).click();
  await page.waitForURL((url) => url.pathname === "/endpoints" && url.search === "");
  await expect(platform.call(getWebhookEndpoint, { params })).rejects.toMatchObject({ status: 404 });
});

it("adds an endpoint that is polled with a token shown once", { tags: ["night"] }, async ({
  world,
  page,
  webhook,
}) => {
  const { server } = world;
  // The form asks for the installation if there are several.
  await world.install("content-digest");
  const endpoint = page.getByRole("region", { name: "Webhook endpoint" });
  await page.goto(`${server.consoleUrl}/endpoints?form=new`);
  await page.getByRole("combobox", { name: "Events of", exact: true }).selectOption(webhook.installationId);
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
    installationId: webhook.installationId,
    endpointId: new URL(page.url()).searchParams.get("endpoint") ?? "",
  };
  const consumer = createApiClient({ endpoint: `${server.consoleUrl}/v1`, token });
  const { items } = await consumer.call(pollWebhookEndpoint, { params, body: { waitSeconds: 10 } });
  expect(items.map(({ eventType }) => eventType)).toEqual(["space_content_updated"]);
});

it("adds an endpoint that publishes to RabbitMQ, whose password is never shown", { tags: ["night"] }, async ({
  world,
  page,
  webhook,
}) => {
  const { platform, server } = world;
  const field = (name: string) => page.getByRole("textbox", { name, exact: true });
  const endpoint = page.getByRole("region", { name: "Webhook endpoint" });
  await page.goto(`${server.consoleUrl}/endpoints?form=new`);
  const installations = page.getByRole("combobox", { name: "Events of", exact: true });
  if ((await installations.count()) > 0) await installations.selectOption(webhook.installationId);
  await page.getByRole("combobox", { name: "Delivery mode" }).selectOption("RabbitMQ");
  expect(await page.locator("summary").filter({ hasText: "Authentication" }).count()).toBe(0);
  await field("Broker URL").fill("amqps://broker.invalid");
  await field("User name").fill("acme");
  await field("Exchange").fill("events");
  await page.getByRole("checkbox", { name: "space_content_updated" }).check();
  const add = page.getByRole("button", { name: "Add endpoint" });
  await add.click();
  await page.getByText("destination.secrets.password is missing.").waitFor();
  await page.getByLabel("Password", { exact: true }).fill("h0rse");
  await add.click();
  await endpoint.getByText("rabbitmq username=acme exchange=events").waitFor();
  const params = {
    installationId: webhook.installationId,
    endpointId: new URL(page.url()).searchParams.get("endpoint") ?? "",
  };
  await endpoint.getByRole("button", { name: "Send test event" }).click();
  await endpoint.getByRole("link", { name: /^evt_/ }).click();
  await page.getByText("Published to amqps://broker.invalid").filter({ visible: true }).first().waitFor();
  expect(await page.getByRole("button", { name: "Copy as cURL" }).count()).toBe(0);
  await page.goto(`${server.consoleUrl}/endpoints?endpoint=${params.endpointId}&form=edit`);
  expect(await page.getByLabel("Password", { exact: true }).inputValue()).toBe("");
  await field("Exchange").fill("others");
  await page.getByRole("button", { name: "Save" }).click();
  await endpoint.getByText("rabbitmq username=acme exchange=others").waitFor();
  expect(await platform.call(getWebhookEndpoint, { params })).toMatchObject({
    destination: { settings: { username: "acme", exchange: "others" }, secrets: { password: "[redacted]" } },
  });
  await page.goto(`${server.consoleUrl}/endpoints`);
  await page
    .getByRole("row", { name: /amqps:\/\/broker\.invalid/ })
    .getByText("rabbitmq")
    .waitFor();
});

it("adds an endpoint that publishes to Amazon SQS, and shows errors at its fields", {
  tags: ["night"],
}, async ({ world, page, webhook }) => {
  const { platform, server } = world;
  const field = (name: string) => page.getByRole("textbox", { name, exact: true });
  const problemOf = (name: string) =>
    page
      .locator(".setting")
      .filter({ has: page.getByLabel(name, { exact: true }) })
      .getByRole("alert")
      .allInnerTexts();
  const endpoint = page.getByRole("region", { name: "Webhook endpoint" });
  await page.goto(`${server.consoleUrl}/endpoints?form=new`);
  const installations = page.getByRole("combobox", { name: "Events of", exact: true });
  if ((await installations.count()) > 0) await installations.selectOption(webhook.installationId);
  const mode = page.getByRole("combobox", { name: "Delivery mode" });
  await mode.selectOption("Amazon EventBridge");
  await field("Source").waitFor();
  await mode.selectOption("Amazon SQS");
  expect(await field("Source").count()).toBe(0);
  await page.getByRole("checkbox", { name: "space_content_updated" }).check();
  const add = page.getByRole("button", { name: "Add endpoint" });
  await field("Queue URL").fill("https://queue.invalid/123456789012/events");
  await field("Access key ID").fill("AKIDEXAMPLE");
  await page.getByLabel("Secret access key", { exact: true }).fill("s3cret-key");
  await add.click();
  await expect.poll(() => problemOf("Region")).toEqual([expect.stringContaining("is missing")]);
  await field("Region").fill("eu-central-1");
  await field("Queue URL").fill("https://queue.invalid/");
  await add.click();
  await expect
    .poll(() => problemOf("Queue URL"))
    .toEqual([expect.stringContaining("must be the URL of a queue")]);
  await field("Queue URL").fill("https://queue.invalid/123456789012/events.fifo");
  await add.click();
  await endpoint.getByText("sqs accessKeyId=AKIDEXAMPLE region=eu-central-1").waitFor();
  expect(await page.content()).not.toContain("s3cret-key");
  const params = {
    installationId: webhook.installationId,
    endpointId: new URL(page.url()).searchParams.get("endpoint") ?? "",
  };
  expect(await platform.call(getWebhookEndpoint, { params })).toMatchObject({
    url: "https://queue.invalid/123456789012/events.fifo",
    destination: { type: "sqs", secrets: { secretAccessKey: "[redacted]" } },
  });
});
