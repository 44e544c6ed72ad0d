import {
  installIntegration,
  listOrganizations,
  listWebhookEndpoints,
  publishIntegration,
  sendTestEvent,
  startWebhookEndpointRecovery,
  updateInstallation,
} from "@plugboard/api/routes";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createIntegration, IntegrationError } from "@plugboard/runtime";
import { serve } from "@plugboard/runtime/node";
import { launchBrowser } from "@plugboard/test-browser";
import { generateSecret } from "@plugboard/webhook-signer";
import type { Browser, Locator, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import * as z from "zod";
import { type ApiClient, createApiClient } from "@plugboard/api/client";
import { publishSamples } from "./publish-samples.ts";
import { findSecrets } from "./start-receiver.ts";
import { buildConsole } from "./testing/build-console.ts";
import { adminToken, type ServerProcess, startServerProcess } from "./testing/server-process.ts";
import { waitFor } from "./testing/wait-for.ts";
import { startWebhookTarget, type WebhookTarget } from "./testing/webhook-target.ts";

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
  let dataDir: string;
  let server: ServerProcess;
  let platform: ApiClient;
  let target: WebhookTarget;
  let browser: Browser;
  let page: Page;
  let installation: string;
  let endpoint: Locator;
  let endpointId: string;
  const problems: string[] = [];
  const closing: (() => Promise<unknown>)[] = [];
  const firstOrganization = async () => (await platform.call(listOrganizations)).items[0]?.id ?? "";
  const send = () => platform.call(sendTestEvent, { params: { installationId: installation, endpointId } });

  beforeAll(async () => {
    await buildConsole();
    dataDir = await mkdtemp(join(tmpdir(), "plugboard-deliveries-"));
    server = await startServerProcess(dataDir);
    platform = createApiClient({ endpoint: `${server.consoleUrl}/v1`, token: adminToken });
    const samples = await publishSamples(platform);
    target = await startWebhookTarget(({ installationId }) =>
      findSecrets(platform, installationId, target.url),
    );
    closing.push(samples.stop, target.goDown);
    const organization = await firstOrganization();
    const installed = await platform.call(installIntegration, {
      params: { integration: "webhook" },
      body: { organization },
    });
    installation = idSchema.parse(installed).id;
    await platform.call(updateInstallation, {
      params: { installationId: installation },
      body: {
        configuration: { webhook_url: target.url },
      },
    });
    endpointId = await waitFor("the endpoint", async () => {
      const { items } = await platform.call(listWebhookEndpoints, {
        params: { installationId: installation },
      });
      return items[0]?.id;
    });
    browser = await launchBrowser();
    closing.push(() => browser.close());
    page = await browser.newPage();
    page.setDefaultTimeout(15_000);
    page.on("pageerror", (error) => problems.push(error.message));
    await page.goto(`${server.consoleUrl}/installations/${installation}`);
    await page.getByLabel("Administrator’s token").fill(adminToken);
    await page.getByRole("button", { name: "Sign in" }).click();
    endpoint = page.getByRole("region", { name: "Webhook endpoint" });
  });

  afterAll(async () => {
    await Promise.all(closing.map((close) => close()));
    await server.stop();
    await rm(dataDir, { recursive: true, force: true });
  });

  it("lists what went to the integration apart from what went to its endpoint", async () => {
    await send();
    await endpoint.getByText("Last 24 hours: 1 delivered, 0 failed. Now: 0 waiting, 0 in flight.").waitFor();
    const own = page.getByRole("region", { name: "Deliveries to the integration" });
    await own.getByText("installation_setup").first().waitFor();
    expect(await own.getByRole("cell", { name: "webhook", exact: true }).count()).toBeGreaterThan(0);
    expect(await own.getByText(target.url).count()).toBe(0);
    await endpoint.getByRole("cell", { name: target.url }).waitFor();
  });

  it("sends again what failed since a time", async () => {
    target.failNext(400, 400, 400);
    for (let sent = 0; sent < 3; sent += 1) await send();
    await endpoint.getByText("1 delivered, 3 failed.").waitFor();
    await endpoint.getByText("It began to fail").waitFor();
    await endpoint.getByRole("button", { name: "Recover" }).click();
    await endpoint.getByText("3 sent again").waitFor();
    await endpoint.getByText("4 delivered, 3 failed.").waitFor();
    expect(await endpoint.getByText("It began to fail").count()).toBe(0);
  });

  it("shows how far a recovery is, and ends it", async () => {
    target.failNext(400, 400);
    for (let sent = 0; sent < 2; sent += 1) await send();
    await endpoint.getByText("4 delivered, 5 failed.").waitFor();
    const body = { failedSince: "2001-01-01T00:00:00Z", perSecond: 0.001 };
    await platform.call(startWebhookEndpointRecovery, {
      params: { installationId: installation, endpointId },
      body,
    });
    await endpoint.getByText("1 of 2 sent again").waitFor();
    const progress = endpoint.getByRole("progressbar", { name: "Recovery" });
    expect([await progress.getAttribute("value"), await progress.getAttribute("max")]).toEqual(["1", "2"]);
    await endpoint.getByRole("button", { name: "Cancel" }).click();
    await endpoint.getByText("Canceled after 1 of 2").waitFor();
  });

  it("pauses an endpoint, and lets go what it kept", async () => {
    await endpoint.getByRole("button", { name: "Pause" }).click();
    await endpoint.getByText("It is paused: what it gets waits until you resume it.").waitFor();
    const before = target.statuses.length;
    await send();
    await endpoint.getByText("Now: 1 waiting, 0 in flight.").waitFor();
    expect(target.statuses).toHaveLength(before);
    await endpoint.getByRole("button", { name: "Resume" }).click();
    await endpoint.getByText("Now: 0 waiting, 0 in flight.").waitFor();
    await waitFor("the delivery", () => (target.statuses.length > before ? true : undefined));
  });

  it("reports an endpoint that was disabled and why, and enables it", async () => {
    target.failNext(410);
    await send();
    const reason = "it responded with 410, which says that nobody is there any more.";
    await endpoint.getByText(`The platform disabled it: ${reason}`).waitFor();
    const notice = page.getByRole("region", { name: "Notice" });
    await notice.getByText(target.url).waitFor();
    expect(await notice.textContent()).toContain(reason);
    await notice.getByRole("link", { name: "Look at it" }).click();
    await endpoint.getByRole("button", { name: "Enable" }).click();
    await endpoint.getByText("enabled", { exact: true }).waitFor();
    await notice.getByRole("button", { name: "Dismiss" }).click();
    await notice.waitFor({ state: "detached" });
  });

  it("lists a hundred at a time, and leads to older ones and back", async () => {
    for (let sent = 0; sent < 100; sent += 1) await send();
    const rows = endpoint.locator("tbody");
    // What is shown was read up to two seconds ago, when there were fewer.
    await page.reload();
    await endpoint.getByRole("button", { name: "Older" }).click();
    await endpoint.getByRole("button", { name: "Newer" }).waitFor();
    await endpoint.getByText("gone").waitFor();
    expect(await rows.count()).toBeLessThan(100);
    await endpoint.getByRole("button", { name: "Newer" }).click();
    await endpoint.getByRole("button", { name: "Older" }).waitFor();
    expect(await rows.count()).toBe(100);
  });

  it("fits a narrow window: only tables scroll", async () => {
    await page.setViewportSize({ width: 390, height: 800 });
    expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(390);
  });

  it("shows an integration that was disabled after its notice was dismissed too, and enables it", async () => {
    const integration = createIntegration({
      events: {
        installation_setup: () => {
          throw new IntegrationError("Moved away", 410);
        },
      },
    });
    const signingSecret = generateSecret();
    const host = await serve(integration, { port: 0, env: { PLUGBOARD_SIGNING_SECRET: signingSecret } });
    closing.push(() => host.close());
    const url = `http://127.0.0.1:${host.port}`;
    await platform.call(publishIntegration, {
      params: { integration: "moved" },
      body: { manifest: movedManifest, url, signingSecret },
    });
    const organization = await firstOrganization();
    const installed = await platform.call(installIntegration, {
      params: { integration: "moved" },
      body: { organization },
    });
    await page.goto(`${server.consoleUrl}/installations/${idSchema.parse(installed).id}`);
    const notice = page.getByRole("region", { name: "Notice" });
    await notice.getByText("The integration moved was disabled").waitFor();
    await notice.getByRole("button", { name: "Dismiss" }).click();
    await notice.waitFor({ state: "detached" });
    const own = page.getByRole("region", { name: "Deliveries to the integration" });
    await own.getByText("The platform disabled it: it responded with 410").waitFor();
    expect(await own.getByRole("button", { name: "Recover" }).count()).toBe(0);
    expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(390);
    await own.getByRole("button", { name: "Enable" }).click();
    await own.getByRole("button", { name: "Recover" }).waitFor();
    expect(await own.getByText("The platform disabled it").count()).toBe(0);
  });

  it("went through all of it without an error in the page", () => {
    expect(problems).toEqual([]);
  });
});
