import { fileURLToPath } from "node:url";
import { getRequestListener } from "@hono/node-server";
import { sql } from "kysely";
import { openAdminToken } from "../console/admin-token.ts";
import {
  createDatabaseRateLimiter,
  createPlatform,
  createSettings,
  createUrlRunner,
  type PlatformUrls,
  seedPlatform,
} from "@plugboard/platform";
import { createWebhookSender } from "@plugboard/webhook-delivery";
import { openSessions } from "../console/session.ts";
import { loopbackHosts, type ServerConfig } from "../settings/config.ts";
import { writeNetwork } from "../http/client-address.ts";
import { createApp, createWorkerApp } from "./create-app.ts";
import { createMetricsAccess } from "../health/metrics-access.ts";
import { type HttpServer, openHttpServer } from "./open-http-server.ts";
import type { ProcessMetrics } from "../health/process-metrics.ts";
import { toPlatformUrls } from "../settings/platform-urls.ts";
import type { ReportError } from "./report-errors.ts";
import { toServerError } from "../settings/server-error.ts";
import { openStorage, type Storage } from "../storage/open-storage.ts";

/** A running server. */
export interface RunningServer {
  readonly urls: PlatformUrls;
  readonly port: number;
  /** The administrator's token, when this start made it. */
  readonly generatedAdminToken?: string | undefined;
  /** Takes no more requests, lets what is in flight end, and closes the database. */
  readonly stop: () => Promise<void>;
}

const loopbackNetworks = ["127.0.0.0/8", "::1/128"];
// Events of this process wake its own workers; what is left to look for is what comes due later, or after a crash.
const ownPollMilliseconds = 1000;
const remotePollMilliseconds = 200;

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
      return await startOn(config, storage, http, metrics, reportError);
    } catch (error) {
      await http.close();
      throw error;
    }
  } catch (error) {
    await storage.close();
    throw toServerError(error, config.databaseUrl);
  }
}

async function startOn(
  config: ServerConfig,
  storage: Storage,
  http: HttpServer,
  metrics: Pick<ProcessMetrics, "collect">,
  reportError: ReportError,
): Promise<RunningServer> {
  const { database, secretBox } = storage;
  const urls = toPlatformUrls(config, http.port);
  const ownNetworks = isDevelopment(config) ? loopbackNetworks : [];
  const { integrationNetworks = [] } = config;
  const runner = createUrlRunner({
    allowNetworks: [...ownNetworks, ...integrationNetworks.map(writeNetwork)],
  });
  const webhooks = createWebhookSender({ allowNetworks: ownNetworks });
  const platform = await createPlatform({
    ...storage,
    runner,
    webhooks,
    urls,
    onError: reportError,
    quotas: config.quotas,
    // One process counts by itself; several have to count together.
    rateLimiter: config.databaseUrl === undefined ? undefined : createDatabaseRateLimiter(database, Date.now),
    pollMilliseconds: config.role === "worker" ? remotePollMilliseconds : ownPollMilliseconds,
  });
  const settings = createSettings(database, secretBox);
  const adminToken = await openAdminToken(settings, config.adminToken);
  const sessions = await openSessions(settings, adminToken, database, Date.now);
  await seedPlatform(platform);
  if (config.role !== "api") platform.start();
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
          platform,
          adminToken,
          sessions,
          trustedProxies: config.trustedProxies ?? [],
          consoleDir: fileURLToPath(new URL("../../../console/dist", import.meta.url)),
        });
  http.serve(getRequestListener(app.fetch, { overrideGlobalObjects: false }));
  return {
    urls,
    port: http.port,
    generatedAdminToken: adminToken.generated,
    stop: async () => {
      await http.close();
      await platform.stop();
      await Promise.all([runner.close(), webhooks.close()]);
      await storage.close();
    },
  };
}

// On one machine everything is called at loopback addresses. A server that others reach must never be made to call those.
function isDevelopment({ host, publicUrl }: ServerConfig): boolean {
  const publicHost = publicUrl === undefined ? host : new URL(publicUrl).hostname;
  return loopbackHosts.has(host) && loopbackHosts.has(publicHost);
}

async function isReady({ database }: Storage): Promise<boolean> {
  // A write that changes nothing: a full or read-only disk still reads.
  const write = sql`update settings set value = value where name = (select min(name) from settings)`;
  return await write.execute(database).then(
    () => true,
    () => false,
  );
}
