import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type ApiClient, createApiClient } from "@plugboard/api/client";
import {
  createSpaceInstallation,
  installIntegration,
  listEvents,
  listOrganizations,
  listPages,
  listSpaceInstallations,
  listSpaces,
  listWebhookEndpoints,
  sendTestEvent,
  updateInstallation,
  updatePageContent,
} from "@plugboard/api/routes";
import { launchBrowser } from "@plugboard/test-browser";
import type { Browser, Page } from "playwright-core";
import { publishSamples } from "../publish-samples.ts";
import { firstSamples } from "./first-samples.ts";
import { findSecrets } from "../start-receiver.ts";
import { buildConsole } from "../build-pages.ts";
import { adminToken, type ServerProcess, startServerProcess } from "./server-process.ts";
import { waitFor } from "./wait-for.ts";
import { startWebhookTarget, type WebhookTarget } from "./webhook-target.ts";

/** A real server with the built console, the samples, a webhook receiver and a browser. */
export interface ConsoleWorld {
  readonly server: ServerProcess;
  /** The server's data folder. */
  readonly dataDir: string;
  readonly platform: ApiClient;
  readonly target: WebhookTarget;
  readonly browser: Browser;
  readonly organization: string;
  readonly install: (integration: string) => Promise<string>;
  /** Installs the webhook sample with an endpoint at the receiver. */
  readonly installWebhook: () => Promise<InstalledWebhook>;
  /** Installs the integration in the first space, and edits its first page this many times. */
  readonly editPage: (installationId: string, times: number) => Promise<void>;
  /** Opens a page of the console and signs in. */
  readonly signIn: (page: Page, path?: string) => Promise<void>;
  /** Registers cleanup that runs on close. */
  readonly onClose: (close: () => Promise<unknown>) => void;
  readonly close: () => Promise<void>;
}

/** The installed webhook sample. */
export interface InstalledWebhook {
  readonly installationId: string;
  readonly endpointId: string;
  /** Sends a test event to its endpoint. */
  readonly send: () => Promise<{ readonly eventId: string; readonly deliveryId: string }>;
}

/** Starts everything, the server with extra `variables`. The caller must close it. */
export async function startConsoleWorld(
  variables: Readonly<Record<string, string>> = {},
): Promise<ConsoleWorld> {
  await buildConsole();
  const dataDir = await mkdtemp(join(tmpdir(), "plugboard-console-"));
  const server = await startServerProcess(dataDir, 0, variables);
  const platform = createApiClient({ endpoint: `${server.consoleUrl}/v1`, token: adminToken });
  await publishSamples({ consoleUrl: server.consoleUrl, adminToken }, firstSamples);
  const target = await startWebhookTarget(({ installationId = "" }) =>
    findSecrets(platform, installationId, target.url),
  );
  const browser = await launchBrowser();
  const organization = (await platform.call(listOrganizations)).items[0]?.id ?? "";
  const closing: (() => Promise<unknown>)[] = [target.goDown, () => browser.close()];
  const install = async (integration: string): Promise<string> => {
    const { id } = await platform.call(installIntegration, {
      params: { integration },
      body: { organization },
    });
    return id;
  };
  return {
    server,
    dataDir,
    platform,
    target,
    browser,
    organization,
    install,
    installWebhook: async () => {
      const installationId = await install("webhook");
      const params = { installationId };
      const body = { configuration: { webhook_url: target.url } };
      await platform.call(updateInstallation, { params, body });
      const endpointId = await waitFor("the endpoint", async () => {
        const { items } = await platform.call(listWebhookEndpoints, { params });
        return items[0]?.id;
      });
      const send = () => platform.call(sendTestEvent, { params: { installationId, endpointId } });
      return { installationId, endpointId, send };
    },
    editPage: async (installationId, times) => {
      const spaceId = (await platform.call(listSpaces)).items[0]?.id ?? "";
      const pageId = (await platform.call(listPages, { params: { spaceId } })).items[0]?.id ?? "";
      const inSpaces = await platform.call(listSpaceInstallations, { params: { installationId } });
      if (!inSpaces.items.some(({ space }) => space === spaceId))
        await platform.call(createSpaceInstallation, { params: { installationId, spaceId } });
      for (let edit = 1; edit <= times; edit += 1) {
        const body = { markdown: `# Welcome\n\nEdited ${edit} times.\n` };
        await platform.call(updatePageContent, { params: { spaceId, pageId }, body });
      }
      const isHandled = async () => {
        const { items } = await platform.call(listEvents, { query: { limit: 1 } });
        return items.every(({ recipients }) => recipients !== undefined) ? true : undefined;
      };
      await waitFor("the events", isHandled);
    },
    signIn: async (page, path = "/") => {
      await page.goto(`${server.consoleUrl}${path}`);
      await page.getByLabel("Administrator token").fill(adminToken);
      await page.getByRole("button", { name: "Sign in" }).click();
      // The sign-in page has a heading too, and navigating away early would cancel the sign-in.
      await page.getByRole("button", { name: "Sign in" }).waitFor({ state: "detached" });
      await page.getByRole("heading", { level: 1 }).first().waitFor();
    },
    onClose: (close) => closing.push(close),
    close: async () => {
      await Promise.all(closing.map((close) => close()));
      await server.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
