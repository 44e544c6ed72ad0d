import { fileURLToPath } from "node:url";
import { getRequestListener } from "@hono/node-server";
import { sql } from "kysely";
import { openAdminToken } from "./auth/admin-token.ts";
import {
  createSettings,
  createUrlRunner,
  openConnectTickets,
  openTokenAuthority,
  type DispatchContext,
  type PlatformUrls,
  seedPlatform,
  type Services,
  startWorkers,
  type Workers,
} from "@plugboard/platform";
import { openSessions } from "./auth/session.ts";
import { loopbackHosts, type ServerConfig } from "./config.ts";
import { writeNetwork } from "./http/client-address.ts";
import { createApp, createWorkerApp } from "./http/create-app.ts";
import { createMetricsAccess } from "./http/metrics-access.ts";
import { type HttpServer, openHttpServer } from "./http/open-http-server.ts";
import type { ProcessMetrics } from "./metrics/process-metrics.ts";
import { toPlatformUrls } from "./platform-urls.ts";
import type { ReportError } from "./report-errors.ts";
import { toServerError } from "./server-error.ts";
import { openStorage, type Storage } from "./storage/open-storage.ts";

/** A running server. */
export interface RunningServer {
  readonly urls: PlatformUrls;
  readonly port: number;
  /** The administrator's token, when this start made it. */
  readonly generatedAdminToken?: string;
  /** Takes no more requests, lets what is in flight end, and closes the database. */
  readonly stop: () => Promise<void>;
}

const loopbackNetworks = ["127.0.0.0/8", "::1/128"];
// Events of this process wake its own workers; what is left to look for is what comes due later, or after a crash.
const ownPollMilliseconds = 1000;
const remotePollMilliseconds = 200;
const idleWorkers: Workers = { wake: () => {}, stop: async () => {} };

/** Starts the platform. @throws ServerError when something it needs is not there; then nothing is left running */
export async function startServer(
  config: ServerConfig,
  metrics: Pick<ProcessMetrics, "collect">,
  reportError: ReportError,
): Promise<RunningServer> {
  const storage = await openStorage(config, reportError).catch((error: unknown) => {
    throw toServerError(error, config.databaseUrl);
  });
  try {
    const http = await openHttpServer(config.port, config.host);
    try {
      return await startParts(config, storage, http, metrics, reportError);
    } catch (error) {
      await http.close();
      throw error;
    }
  } catch (error) {
    await storage.close();
    throw toServerError(error, config.databaseUrl);
  }
}

async function startParts(
  config: ServerConfig,
  storage: Storage,
  http: HttpServer,
  metrics: Pick<ProcessMetrics, "collect">,
  reportError: ReportError,
): Promise<RunningServer> {
  const { db, secretBox, deliveries } = storage;
  const urls = toPlatformUrls(config, http.port);
  let workers = idleWorkers;
  const settings = createSettings(db, secretBox);
  const tokens = await openTokenAuthority(settings, urls.api, Date.now);
  const connectTickets = await openConnectTickets(settings, db, Date.now);
  const adminToken = await openAdminToken(settings, config.adminToken);
  const sessions = await openSessions(settings, adminToken, Date.now);
  const ownNetworks = isDevelopment(config) ? loopbackNetworks : [];
  const { integrationNetworks = [] } = config;
  const runner = createUrlRunner({
    allowNetworks: [...ownNetworks, ...integrationNetworks.map(writeNetwork)],
  });
  const onEvent = (): void => workers.wake();
  const context: DispatchContext = { db, secretBox, now: Date.now, onEvent, runner, tokens, urls };
  await seedPlatform(context);
  const services: Services = { context, deliveries, tokens, connectTickets, urls };
  if (config.role !== "api") {
    const pollMilliseconds = config.role === "worker" ? remotePollMilliseconds : ownPollMilliseconds;
    workers = startWorkers(services, {
      webhookGuard: { allowNetworks: ownNetworks },
      pollMilliseconds,
      onError: reportError,
    });
  }
  const common = {
    isReady: () => isReady(storage),
    collectMetrics: metrics.collect,
    mayReadMetrics: createMetricsAccess(adminToken, config.metricsToken),
    onError: reportError,
  };
  const app =
    config.role === "worker"
      ? createWorkerApp(common)
      : createApp({
          ...common,
          services,
          adminToken,
          sessions,
          trustedProxies: config.trustedProxies ?? [],
          consoleDir: fileURLToPath(new URL("../../console/dist", import.meta.url)),
        });
  http.serve(getRequestListener(app.fetch));
  return {
    urls,
    port: http.port,
    ...(adminToken.generated !== undefined && { generatedAdminToken: adminToken.generated }),
    stop: async () => {
      await http.close();
      await workers.stop();
      await runner.close();
      await storage.close();
    },
  };
}

// On one machine everything is called at loopback addresses. A server that others reach must never be made to call those.
function isDevelopment({ host, publicUrl }: ServerConfig): boolean {
  const publicHost = publicUrl === undefined ? host : new URL(publicUrl).hostname;
  return loopbackHosts.has(host) && loopbackHosts.has(publicHost);
}

async function isReady({ db }: Storage): Promise<boolean> {
  return await sql`select 1`.execute(db).then(
    () => true,
    () => false,
  );
}
