import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type ApiClient, createApiClient } from "@plugboard/api/client";
import {
  installIntegration,
  listEvents,
  listOrganizations,
  listWebhookEndpoints,
  sendTestEvent,
  signIn,
  updateInstallation,
} from "@plugboard/api/routes";
import {
  createSpaceInstallation,
  listPages,
  listSpaceInstallations,
  listSpaces,
  updatePageContent,
} from "@plugboard/content/routes";
import { launchBrowser } from "@plugboard/test-browser";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { publishSamples } from "../../../playground/src/publish-samples.ts";
import { firstSamples } from "./first-samples.ts";
import { findSecrets } from "../../../playground/src/start-receiver.ts";
import { buildConsole, buildSite } from "../../../playground/src/build-pages.ts";
import { adminToken, type ServerProcess, startServerProcess } from "./server-process.ts";
import { type Product, startProduct } from "./start-product.ts";
import { waitFor } from "./wait-for.ts";
import { startWebhookTarget, type WebhookTarget } from "./webhook-target.ts";

/** A real server with the built console, the samples, a webhook receiver and a browser. */
export interface ConsoleWorld {
  readonly server: ServerProcess;
  /** The server's data folder. */
  readonly dataDir: string;
  readonly platform: ApiClient;
  readonly target: WebhookTarget;
  /** The page of a product that can embed the portal. */
  readonly product: Product;
  readonly browser: Browser;
  readonly organization: string;
  readonly install: (integration: string) => Promise<string>;
  /** Installs the webhook sample with an endpoint at the receiver. */
  readonly installWebhook: () => Promise<InstalledWebhook>;
  /** Installs the integration in the first space, and edits its first page this many times. */
  readonly editPage: (installationId: string, times: number) => Promise<void>;
  /** Signs a browser profile in, without loading a page. */
  readonly startSession: (context: BrowserContext) => Promise<void>;
  /** Signs in and opens a page of the console. */
  readonly signIn: (page: Page, path?: string) => Promise<void>;
  readonly close: () => Promise<void>;
}

/** The installed webhook sample. */
export interface InstalledWebhook {
  readonly installationId: string;
  readonly endpointId: string;
  /** Sends a test event to its endpoint. */
  readonly send: () => Promise<{ readonly eventId: string; readonly deliveryId: string }>;
}

/** Starts everything. The caller must close it. */
export async function startConsoleWorld(): Promise<ConsoleWorld> {
  await Promise.all([buildConsole(), buildSite()]);
  const dataDir = await mkdtemp(join(tmpdir(), "plugboard-console-"));
  const product = await startProduct();
  const server = await startServerProcess(dataDir, 0, { PLUGBOARD_PORTAL_ORIGINS: product.origin });
  const platform = createApiClient({ endpoint: `${server.consoleUrl}/v1`, token: adminToken });
  await publishSamples({ consoleUrl: server.consoleUrl, adminToken }, firstSamples);
  const target = await startWebhookTarget(({ installationId = "" }) =>
    findSecrets(platform, installationId, target.url),
  );
  const browser = await launchBrowser();
  const organization = (await platform.call(listOrganizations)).items[0]?.id ?? "";
  const install = async (integration: string): Promise<string> => {
    const { id } = await platform.call(installIntegration, {
      params: { integration },
      body: { organization },
    });
    return id;
  };
  const startSession = async (context: BrowserContext): Promise<void> => {
    const response = await context.request.post(`${server.consoleUrl}/v1${signIn.path}`, {
      data: { token: adminToken },
      headers: { origin: server.consoleUrl },
    });
    if (!response.ok()) throw new Error(`Signing in failed: ${await response.text()}`);
  };
  return {
    server,
    dataDir,
    platform,
    target,
    product,
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
    startSession,
    signIn: async (page, path = "/") => {
      await startSession(page.context());
      await page.goto(`${server.consoleUrl}${path}`);
      await page.getByRole("heading", { level: 1 }).first().waitFor();
    },
    close: async () => {
      product.close();
      await Promise.all([target.goDown(), browser.close()]);
      await server.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
