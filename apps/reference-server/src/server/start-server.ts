import { getRequestListener } from "@hono/node-server";
import { openAdminToken } from "../console/admin-token.ts";
import {
  createContent,
  createGitProgram,
  type GitNetwork,
  type GitProgram,
  type ResolveTxt,
  seedPlatform,
} from "@plugboard/content";
import {
  createDatabaseRateLimiter,
  createPlatform,
  createSettings,
  defaultQuotas,
  withoutTenantScope,
  type RateLimitPolicy,
  type Platform,
  type PlatformUrls,
  openEncryptedTokens,
} from "@plugboard/platform";
import { createWebhookSender, defaultRetryPolicy } from "@plugboard/webhook-delivery";
import {
  type ClientMetadataClient,
  createClientMetadataClient,
} from "../agent-access/fetch-client-metadata.ts";
import { findAgentScopes } from "../agent-access/find-agent-scopes.ts";
import { createSignInCheck } from "../console/authentication.ts";
import type { Mailer } from "../mail/create-mailer.ts";
import { openPeople } from "./open-people.ts";
import { openSessions } from "../console/session.ts";
import { destinations } from "../settings/destinations.ts";
import { loopbackHosts } from "../settings/hosts.ts";
import type { ServerConfig } from "../settings/server-config.ts";
import type { ShownSetting } from "../settings/show-settings.ts";
import { applyAddressHeader, writeNetwork } from "../http/client-address.ts";
import { createRequestLog, type Log } from "../http/request-log.ts";
import { builtApps } from "../built-apps.ts";
import { type Alert, findAlerts, findNearQuotas } from "../alerts/find-alerts.ts";
import { createNotifier, watchForAlerts } from "../alerts/watch-for-alerts.ts";
import { createApp, createWorkerApp } from "./create-app.ts";
import { createReadiness } from "../health/readiness.ts";
import { createMetricsAccess } from "../health/metrics-access.ts";
import { type HttpServer, openHttpServer } from "./open-http-server.ts";
import { findScriptGaps, openRunner } from "./open-runner.ts";
import type { ProcessMetrics } from "../health/process-metrics.ts";
import { toPlatformUrls } from "../settings/platform-urls.ts";
import { openRunTimeSettings } from "../settings/run-time-settings.ts";
import type { ReportError } from "./report-errors.ts";
import { toServerError } from "../settings/server-error.ts";
import { createTxtResolver } from "../sites/resolve-txt.ts";
import { openStorage, type Storage } from "../storage/open-storage.ts";

export interface RunningServer {
  readonly urls: PlatformUrls;
  readonly port: number;
  /** The administrator token, if this start generated it. */
  readonly generatedAdminToken?: string | undefined;
  /** The link that creates the first owner, until there is one. */
  readonly firstOwnerUrl?: string | undefined;
  /** Stops accepting requests, waits for requests in flight and closes the database. */
  readonly stop: () => Promise<void>;
}

const loopbackNetworks = ["127.0.0.0/8", "::1/128"];
// A worker behind a pooler only finds other processes' events by polling.
const pooledPollMilliseconds = 200;

/** The server's dependencies on its process. */
export interface ServerSurroundings {
  /** The settings shown by `/v1/settings`. Defaults to none. */
  readonly settings?: readonly ShownSetting[] | undefined;
  /** Writes a log line that is not an error. Defaults to no log. */
  readonly log?: Log | undefined;
  /** Fetches the metadata documents of agents. Defaults to a client that refuses private addresses. */
  readonly clientMetadata?: ClientMetadataClient | undefined;
  /** Looks up the TXT records of sites' domains. Defaults to the DNS servers of this machine. */
  readonly resolveTxt?: ResolveTxt | undefined;
}

/** Starts the platform. @throws ServerError if startup fails; nothing is left running */
export async function startServer(
  config: ServerConfig,
  metrics: Pick<ProcessMetrics, "collect">,
  reportError: ReportError,
  surroundings: ServerSurroundings = {},
): Promise<RunningServer> {
  const storage = await openStorage({ ...config, requiresScope: true }, reportError).catch(
    (error: unknown) => {
      throw toServerError(error, config.databaseUrl);
    },
  );
  try {
    const http = await openHttpServer(config);
    try {
      return await startOn(config, storage, http, metrics, reportError, surroundings);
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
  { settings: shown = [], log = () => {}, clientMetadata, resolveTxt }: ServerSurroundings,
): Promise<RunningServer> {
  const { database, secretBox } = storage;
  const urls = toPlatformUrls(config, http.port);
  const storedSettings = createSettings(database, secretBox);
  const settings = await openRunTimeSettings(storedSettings, config, shown, reportError);
  const ownNetworks = isDevelopment(config) ? loopbackNetworks : [];
  const targets = {
    integrationNetworks: [...ownNetworks, ...config.integrationNetworks.map(writeNetwork)],
    scriptTargets: config.scriptTargets,
    scriptMemoryBytes: config.scriptMemoryBytes,
  };
  const runner = await openRunner(urls, targets, (line) => platform.logs.write({ ...line, kind: "log" }));
  const egress = { proxy: config.webhookProxy, localAddress: config.webhookAddress };
  const webhooks = createWebhookSender({
    allowNetworks: [...ownNetworks, ...config.webhookNetworks.map(writeNetwork)],
    destinations: destinations.filter(({ type }) => config.destinations.includes(type)),
    ...egress,
  });
  const platform = await createPlatform({
    ...storage,
    runner,
    webhooks,
    portalDestinations: config.portalDestinations,
    urls,
    product: createContent({
      git: openGit(config, egress),
      resolveTxt: resolveTxt ?? createTxtResolver(),
    }),
    findAgentScopes: async (agent) => await findAgentScopes(database, agent),
    onError: reportError,
    deliverySettings: {
      retryPolicy: { ...defaultRetryPolicy, delaysMilliseconds: config.retryDelaysMilliseconds },
      concurrency: config.deliveryConcurrency,
      perEndpoint: config.endpointConcurrency,
      retention: {
        get deliveredMilliseconds() {
          return settings.current().keepDeliveredMilliseconds;
        },
        get failedMilliseconds() {
          return settings.current().keepFailedMilliseconds;
        },
      },
    },
    deliveryTimeoutMilliseconds: config.deliveryTimeoutMilliseconds,
    keepEventsMilliseconds: config.keepEventsMilliseconds,
    quotas: {
      tasks: liveQuota(defaultQuotas.tasks, () => settings.current().tasksPerMinute),
      taskBytes: liveQuota(defaultQuotas.taskBytes, () => settings.current().taskBytesPerHour),
      testEvents: liveQuota(defaultQuotas.testEvents, () => settings.current().testEventsPerMinute),
    },
    // A single process counts in memory. Several processes share their counts in the database.
    rateLimiter: config.databaseUrl === undefined ? undefined : createDatabaseRateLimiter(database, Date.now),
    pollMilliseconds:
      config.role === "worker" && config.databasePooling === "transaction"
        ? pooledPollMilliseconds
        : undefined,
  });
  const adminToken = await openAdminToken(storedSettings, config.adminToken);
  const sessions = await openSessions(storedSettings, adminToken, database, Date.now);
  const visitorSessions = await openEncryptedTokens(storedSettings, "visitor-session-key", Date.now);
  await withoutTenantScope("start", () => seedPlatform(platform));
  platform.start({ delivers: config.role !== "api" });
  const common = {
    whyUnavailable: createReadiness(database, config.databaseUrl === undefined ? config.dataDir : undefined),
    collectMetrics: metrics.collect,
    mayReadMetrics: createMetricsAccess(adminToken, config.metricsToken),
    onError: reportError,
    scriptGaps: findScriptGaps((gaps) =>
      log({ gaps }, "the isolation of published scripts is incomplete on this machine"),
    ),
  };
  const mailer = await openMailer(config);
  const documents = clientMetadata ?? createClientMetadataClient(egress);
  const people =
    config.role === "worker"
      ? undefined
      : await openPeople(config, platform, {
          settings: storedSettings,
          adminToken,
          sessions,
          mailer,
          fetchClientMetadata: documents.fetch,
          onError: reportError,
        });
  const app =
    people === undefined
      ? createWorkerApp(common)
      : createApp({
          ...common,
          platform,
          adminToken,
          sessions,
          visitorSessions,
          people,
          trustedProxies: config.trustedProxies,
          visitLimits: { maxPerAddress: config.visitsPerAddress, maxPerSite: config.visitsPerSite },
          maxBodiesBytes: config.maxBodiesBytes,
          settings,
          requestLog: createRequestLog({
            log,
            isAccessLogged: config.accessLog === "on",
            trustedProxies: config.trustedProxies,
            isSignIn: createSignInCheck(urls),
          }),
          portalOrigins: config.portalOrigins,
          ...builtApps,
        });
  const listener = getRequestListener(app.fetch, { overrideGlobalObjects: false });
  const { addressHeader, trustedProxies } = config;
  http.serve(async (request, response) => {
    if (addressHeader !== undefined) applyAddressHeader(request, addressHeader, trustedProxies);
    await listener(request, response);
  });
  const endWatch = await startWatch(config, platform, mailer, reportError);
  return {
    urls,
    port: http.port,
    generatedAdminToken: adminToken.generated,
    firstOwnerUrl: people?.firstOwnerUrl,
    stop: async () => {
      settings.close();
      platform.endWatches();
      await http.close();
      await endWatch();
      await platform.stop();
      await people?.accounts.close();
      await documents.close();
      mailer?.close();
      await Promise.all([runner.close(), webhooks.close()]);
      // Writes the last log lines of scripts.
      await platform.logs.flush();
      await storage.close();
    },
  };
}

/** Returns a policy whose quota can change while the server runs. */
function liveQuota(policy: RateLimitPolicy, quota: () => number): RateLimitPolicy {
  return Object.defineProperty({ ...policy }, "quota", { get: quota, enumerable: true });
}

const watchMilliseconds = 60_000;
/** Counting what each organization with limits has takes ten statements. */
const quotaWatchMilliseconds = 600_000;

/**
 * Reports alerts to the operator and to managers of organizations, if configured. Processes that only serve HTTP leave it
 * to the others.
 */
async function startWatch(
  { role, dataDir, noticeUrl, noticeSecret, noticeMail }: ServerConfig,
  platform: Platform,
  mailer: Mailer | undefined,
  onError: ReportError,
): Promise<() => Promise<void>> {
  const webhook =
    noticeUrl === undefined || noticeSecret === undefined
      ? undefined
      : { url: noticeUrl, secret: noticeSecret };
  const mail = mailer === undefined ? undefined : { mailer, to: noticeMail };
  if (role === "api" || (webhook === undefined && mail === undefined)) return async () => {};
  const notify = await withoutTenantScope("alerts", () => createNotifier({ platform, webhook, mail }));
  const report = async (alerts: readonly Alert[]) => await withoutTenantScope("alerts", () => notify(alerts));
  const watch = (find: () => Promise<readonly Alert[]>, intervalMilliseconds: number) =>
    watchForAlerts(async () => await withoutTenantScope("alerts", find), report, {
      intervalMilliseconds,
      onError,
    });
  const endings = [
    watch(() => findAlerts({ platform, dataDir }), watchMilliseconds),
    watch(() => findNearQuotas(platform), quotaWatchMilliseconds),
  ];
  return async () => {
    await Promise.all(endings.map((end) => end()));
  };
}

async function openMailer({ smtpUrl, mailFrom }: ServerConfig): Promise<Mailer | undefined> {
  if (smtpUrl === undefined || mailFrom === undefined) return undefined;
  const { createMailer } = await import("../mail/create-mailer.ts");
  return createMailer({ smtpUrl, from: mailFrom });
}

function openGit(
  { git, gitSshKey: identityFile, gitKnownHosts: knownHostsFile }: ServerConfig,
  network: GitNetwork,
): GitProgram | undefined {
  if (git === "off") return undefined;
  const ssh =
    identityFile === undefined || knownHostsFile === undefined ? undefined : { identityFile, knownHostsFile };
  return createGitProgram({ allowFiles: git === "files", network, ssh });
}

// In development, everything runs on loopback. A server that others can reach must never call loopback
// addresses.
function isDevelopment({ host, publicUrl }: ServerConfig): boolean {
  const publicHost = publicUrl === undefined ? host : new URL(publicUrl).hostname;
  return loopbackHosts.has(host) && loopbackHosts.has(publicHost);
}
