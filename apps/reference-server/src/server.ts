import { once } from "node:events";
import { createServer, type Server } from "node:http";
import { fileURLToPath } from "node:url";
import { getRequestListener } from "@hono/node-server";
import { createDeliveryWorker, createWebhookSender } from "@plugboard/webhook-delivery";
import { sql } from "kysely";
import { openAdminToken } from "./auth/admin-token.ts";
import { openSessions } from "./auth/session.ts";
import { openTokenAuthority } from "./auth/token-authority.ts";
import type { ServerConfig } from "./config.ts";
import type { PlatformUrls } from "./dispatch/build-environment.ts";
import { createFanOut } from "./dispatch/fan-out.ts";
import { createLoop, type Loop } from "./dispatch/create-loop.ts";
import { createSendDelivery } from "./dispatch/send-delivery.ts";
import { createUrlRunner } from "./dispatch/url-runner.ts";
import { createApp } from "./http/create-app.ts";
import type { PlatformContext } from "./platform/platform-context.ts";
import { seedPlatform } from "./platform/seed.ts";
import { ServerError } from "./server-error.ts";
import type { Services } from "./services.ts";
import { openStorage, type Storage } from "./storage/open-storage.ts";
import { createSettings } from "./storage/settings.ts";

/** A running server. */
export interface RunningServer {
  readonly urls: PlatformUrls;
  readonly port: number;
  /** The administrator's token, when this start made it. */
  readonly generatedAdminToken?: string;
  /** Takes no more requests, lets what is under way end, and closes the database. */
  readonly stop: () => Promise<void>;
}

/** Where the server reports errors that no caller sees. */
export type ReportError = (error: unknown, details?: Readonly<Record<string, unknown>>) => void;

const synchronousDeadlineMilliseconds = 10_000;
const loopbackNetworks = ["127.0.0.0/8", "::1/128"];
const loopbackHosts: ReadonlySet<string> = new Set(["127.0.0.1", "::1", "localhost"]);
const idleIntervalMilliseconds = 1000;
// After a crash, what the lost process held is taken over this much later.
const leaseMilliseconds = 5000;

/** Starts the platform. @throws ServerError when something it needs is not there */
export async function startServer(config: ServerConfig, reportError: ReportError): Promise<RunningServer> {
  const storage = await openStorage(config);
  const http = createServer();
  const port = await listen(http, config).catch(async (error: unknown) => {
    await storage.close();
    throw error;
  });
  const urls = urlsOf(config, port);
  const work = createWorkSignal();
  const context: PlatformContext = {
    db: storage.db,
    secretBox: storage.secretBox,
    now: Date.now,
    onEvent: () => work.wake(),
  };
  await seedPlatform(context);
  const settings = createSettings(storage.db, storage.secretBox);
  const tokens = await openTokenAuthority(settings, urls.api, context.now);
  const adminToken = await openAdminToken(settings, config.adminToken);
  const guard = { allowNetworks: loopbackHosts.has(config.host) ? loopbackNetworks : [] };
  const runner = createUrlRunner({ ...guard, deadlineMilliseconds: synchronousDeadlineMilliseconds });
  const services: Services = { context, deliveries: storage.deliveries, runner, tokens, urls };
  const stopWorkers =
    config.role === "api" ? async () => {} : startWorkers(services, guard, work, reportError);
  const app = createApp({
    services,
    adminToken,
    sessions: await openSessions(settings),
    consoleDir: fileURLToPath(new URL("../../console/dist", import.meta.url)),
    onError: (error, request) => reportError(error, request),
    isReady: () => isReady(storage),
  });
  const answer = getRequestListener(app.fetch);
  http.on("request", (request, response) => void answer(request, response));
  return {
    urls,
    port,
    ...(adminToken.generated !== undefined && { generatedAdminToken: adminToken.generated }),
    stop: async () => {
      const closed = once(http, "close");
      http.close();
      http.closeIdleConnections();
      await stopWorkers();
      http.closeAllConnections();
      await closed;
      await runner.close();
      await storage.close();
    },
  };
}

interface WorkSignal {
  wake: () => void;
}

function createWorkSignal(): WorkSignal {
  return { wake: () => {} };
}

function startWorkers(
  { context, deliveries, tokens, urls }: Services,
  guard: { readonly allowNetworks: readonly string[] },
  work: WorkSignal,
  reportError: ReportError,
): () => Promise<void> {
  const sender = createWebhookSender(guard);
  const worker = createDeliveryWorker({
    store: deliveries,
    send: createSendDelivery(context, sender, tokens, urls),
    leaseMilliseconds,
    onError: reportError,
  });
  worker.start();
  const fanOut = createFanOut(context, deliveries, leaseMilliseconds);
  const loop: Loop = createLoop(fanOut.runOnce, idleIntervalMilliseconds, reportError);
  work.wake = loop.wake;
  return async () => {
    await loop.stop();
    await worker.stop();
    await sender.close();
  };
}

function urlsOf({ publicUrl, sitesUrl, host }: ServerConfig, port: number): PlatformUrls {
  const shownHost = host === "0.0.0.0" || host === "::" ? "127.0.0.1" : host;
  const consoleOrigin = new URL(publicUrl ?? `http://${shownHost}:${port}`).origin;
  // On one machine a second host name makes a second origin; elsewhere the operator names one.
  const sites =
    sitesUrl ?? (shownHost === "localhost" ? `http://127.0.0.1:${port}` : `http://localhost:${port}`);
  return { api: `${consoleOrigin}/v1`, console: consoleOrigin, sites: new URL(sites).origin };
}

async function listen(http: Server, { port, host }: ServerConfig): Promise<number> {
  http.listen(port, host);
  try {
    await once(http, "listening");
  } catch (error) {
    throw toListenError(error, port, host);
  }
  const address = http.address();
  return typeof address === "object" && address !== null ? address.port : port;
}

function toListenError(error: unknown, port: number, host: string): unknown {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  if (code === "EADDRINUSE") {
    return new ServerError("port_in_use", `Port ${port} on ${host} is in use. Set PORT to another one.`);
  }
  if (code === "EADDRNOTAVAIL" || code === "ENOTFOUND" || code === "EACCES") {
    return new ServerError(
      "address_unavailable",
      `The server cannot listen on ${host}:${port} (${code}). Check HOST and PORT.`,
    );
  }
  return error;
}

async function isReady({ db }: Storage): Promise<boolean> {
  return await sql`select 1`.execute(db).then(
    () => true,
    () => false,
  );
}
