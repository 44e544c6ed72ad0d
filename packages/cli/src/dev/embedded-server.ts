import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { readFile, writeFile } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import { join } from "node:path";
import { getRequestListener } from "@hono/node-server";
import { content, seedPlatform } from "@plugboard/content";
import {
  authenticateToken,
  createApi,
  createPlatform,
  createPublicEndpoints,
  createSecretBox,
  type IntegrationRunner,
} from "@plugboard/platform";
import { openSqliteStorage } from "@plugboard/platform/sqlite";
import { createWebhookSender } from "@plugboard/webhook-delivery";
import { createApiClient } from "@plugboard/api/client";
import { CliError } from "../terminal/cli-error.ts";
import type { ReportLog } from "./report-log.ts";
import { createLocalGuard } from "./local-guard.ts";
import { serveConnectPage } from "./serve-connect-page.ts";
import { createDevPage, type DevSubject } from "./serve-dev-page.ts";
import { serveDevSite } from "./serve-dev-site.ts";

/** A Plugboard server in this process. */
export interface EmbeddedServer {
  /** The origin of its API and its page. */
  readonly origin: string;
  /** The administrator's token. */
  readonly token: string;
  readonly close: () => Promise<void>;
}

/** Options for `startEmbeddedServer`. */
export interface EmbeddedServerOptions {
  /** Keeps the data between runs. */
  readonly folder: string;
  /** 0 selects a free port. */
  readonly port: number;
  /** The subdomain of the seeded organization. */
  readonly organization: string;
  readonly runner: IntegrationRunner;
  readonly reports: ReportLog;
  /** Returns the integration that the page shows; `undefined` until it is installed. */
  readonly subject: () => DevSubject | undefined;
  readonly onError: (error: unknown) => void;
}

// Deliveries stay on this machine.
const allowNetworks = ["127.0.0.0/8", "::1/128"];

/**
 * Starts a server for one integration, with an organization, a space with a few pages and a site that
 * publishes it.
 *
 * @throws CliError `failed` if the port is in use
 */
export async function startEmbeddedServer(options: EmbeddedServerOptions): Promise<EmbeddedServer> {
  const { folder, port, organization, runner, reports, subject, onError } = options;
  const secretBox = createSecretBox(await loadKey(folder));
  const server = await listen(port);
  const address = server.address();
  if (address === null || typeof address === "string")
    throw new TypeError("The server is not listening on a port");
  const origin = `http://127.0.0.1:${address.port}`;
  const urls = { api: `${origin}/v1`, console: origin, public: `http://localhost:${address.port}` };
  const storage = await openSqliteStorage({ folder, secretBox, product: content });
  const webhooks = createWebhookSender({ allowNetworks });
  const platform = await createPlatform({
    ...storage,
    product: content,
    secretBox,
    runner,
    urls,
    webhooks,
    onError,
  });
  await seedPlatform(platform);
  await storage.database.updateTable("organizations").set({ subdomain: organization }).execute();

  const token = `dev_${randomBytes(24).toString("base64url")}`;
  const api = createApi(platform, {
    onError,
    authenticate: async (request) => {
      const bearer = (request.headers.get("authorization") ?? "").replace(/^Bearer /, "");
      return bearer === token ? { type: "admin" } : await authenticateToken(platform, bearer);
    },
  });
  const client = createApiClient({
    endpoint: urls.api,
    token,
    fetch: (input, init) => api.fetch(new Request(input, init)),
  });
  const publicEndpoints = createPublicEndpoints(platform, { onError });
  const servePage = createDevPage({ token, reports, subject });
  const guard = createLocalGuard({ pages: origin, sites: urls.public });
  const listener = getRequestListener(
    async (request) => {
      const rejected = guard(request);
      if (rejected !== undefined) return rejected;
      const { pathname } = new URL(request.url);
      if (pathname.startsWith("/v1/")) return await api.fetch(request);
      if (pathname.startsWith("/integrations/")) return await publicEndpoints.fetch(request);
      if (pathname.startsWith("/connect/")) return await serveConnectPage(request, client, token);
      return (
        (await servePage(request)) ??
        (await serveDevSite(platform, request)) ??
        new Response("Not found. Run `plugboard open` to see the integration; the API is at /v1.\n", {
          status: 404,
        })
      );
    },
    { overrideGlobalObjects: false },
  );
  server.on("request", (request, response) => void listener(request, response));
  platform.start();
  return {
    origin,
    token,
    close: async () => {
      reports.close();
      server.close();
      server.closeAllConnections();
      await platform.stop();
      await webhooks.close();
      await storage.close();
    },
  };
}

/**
 * Checks that a server can listen on a port.
 * @throws CliError `failed` if the port is in use
 */
export async function checkPort(port: number): Promise<void> {
  const server = await listen(port);
  server.close();
  await once(server, "close");
}

async function listen(port: number): Promise<Server> {
  const server = createServer().listen(port, "127.0.0.1");
  await once(server, "listening").catch((cause: unknown) => {
    throw new CliError("failed", `Port ${port} is in use.`, {
      next: "Is another `plugboard dev` running? Otherwise choose a different port with --port.",
      cause,
    });
  });
  return server;
}

/** Returns the key that encrypts the secrets stored in this folder. */
async function loadKey(folder: string): Promise<Uint8Array> {
  const file = join(folder, "master.key");
  const stored = await readFile(file, "utf8").catch(() => undefined);
  if (stored !== undefined) return Buffer.from(stored, "base64");
  const key = randomBytes(32);
  await writeFile(file, key.toString("base64"), { mode: 0o600, flag: "wx" });
  return key;
}
