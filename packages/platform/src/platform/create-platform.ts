import {
  createWebhookSender,
  type DeliveryStore,
  steadyNow,
  type WebhookSender,
} from "@plugboard/webhook-delivery";
import { type ConnectTickets, openConnectTickets } from "../access/connect-tickets.ts";
import { openPortalSessions, type PortalSessions } from "../access/portal-sessions.ts";
import { openDerivedSecrets } from "../access/derived-secrets.ts";
import { openTokenAuthority } from "../access/token-authority.ts";
import { type ChangeFeed, createChangeFeed, type NotedChange } from "../changes/change-feed.ts";
import { createChangedOrganizations } from "../changes/changed-organizations.ts";
import { createScopeReader, onWholePlatform } from "../database/organization-scope.ts";
import type { PlatformUrls } from "../common/platform-urls.ts";
import type { SecretBox } from "../database/secret-box.ts";
import { createSettings } from "../database/settings.ts";
import type { ScopedDatabase } from "../database/storage.ts";
import { scopeDeliveries } from "../delivery/scope-deliveries.ts";
import {
  createLoop,
  createWorkers,
  type DeliverySettings,
  type Loop,
  type Workers,
} from "../delivery/workers.ts";
import type { DispatchContext } from "../dispatch/dispatch-target.ts";
import type { IntegrationRunner } from "../dispatch/integration-runner.ts";
import { stopPausedScripts } from "../dispatch/stop-paused-scripts.ts";
import type { GitProgram } from "../git-sync/git-program.ts";
import { runDueSync } from "../git-sync/run-due-syncs.ts";
import { createIntegrationLogs } from "../logs/integration-logs.ts";
import { createMemoryRateLimiter } from "../rate-limits/memory-rate-limiter.ts";
import { openSitePreviews, type SitePreviews } from "../sites/site-previews.ts";
import { expungeOldEvents } from "../tenancy/expunge-events.ts";
import { runRemovals } from "../tenancy/run-removals.ts";
import { removeExpiredValues } from "../stored-values/change-stored-values.ts";
import { removeOldConversations } from "../sites/conversations.ts";
import type { RateLimiter } from "../rate-limits/rate-limiter.ts";
import { defaultQuotas, type PlatformQuotas } from "../rate-limits/platform-quotas.ts";

// A sync that somebody asked for in another process begins this much later.
const syncPollMilliseconds = 2000;
// A sandbox of a paused installation runs this much longer in other processes than the one that paused it.
const pausedSweepMilliseconds = 5000;
const cleaningMilliseconds = 3600 * 1000;
const removalPollMilliseconds = 10_000;

/** What a platform is made of. */
export interface PlatformOptions {
  /** The platform's own tables, as `openSqliteStorage` and `openPostgresStorage` give them. */
  readonly database: ScopedDatabase;
  /** The delivery engine's store; both openers give it beside the database. */
  readonly deliveryStore: DeliveryStore;
  /** As both openers give it. Default: no. */
  readonly requiresScope?: boolean | undefined;
  /** Empties the write-ahead logs of SQLite. Default: none. */
  readonly compact?: (() => Promise<void>) | undefined;
  /** Seals secrets at rest. Every process that shares the database needs the same key. */
  readonly secretBox: SecretBox;
  /** Calls integrations. Whoever made it closes it, after the platform has stopped. */
  readonly runner: IntegrationRunner;
  readonly urls: PlatformUrls;
  /** Syncs spaces with Git repositories. Default: spaces are bound to none. */
  readonly git?: GitProgram | undefined;
  /** Sends webhooks, and says which URLs endpoints may have. Default: public https addresses only. */
  readonly webhooks?: Pick<WebhookSender, "send" | "checkUrl" | "challenge"> | undefined;
  /** Milliseconds since 1970. Default: the time of day, without its short jumps. */
  readonly now?: (() => number) | undefined;
  /** Called with what goes wrong where no caller sees it. Default: nothing is called. */
  readonly onError?: ((error: unknown) => void) | undefined;
  /** How often to look for events that other processes wrote. Default: 1000. */
  readonly pollMilliseconds?: number | undefined;
  /** How deliveries are sent and kept. Default: as the delivery engine does. */
  readonly deliverySettings?: DeliverySettings | undefined;
  /** For one request of a delivery, from connecting to the end of the response. Default: 10,000. */
  readonly deliveryTimeoutMilliseconds?: number | undefined;
  /** How long events are kept after they were fanned out. Default: 90 days. */
  readonly keepEventsMilliseconds?: number | undefined;
  /** How long entries of the audit log are kept. Default: 365 days. */
  readonly keepAuditEntriesMilliseconds?: number | undefined;
  /** How much integrations may ask for. Default: {@link defaultQuotas}. */
  readonly quotas?: Partial<PlatformQuotas> | undefined;
  /** Keeps what was used of quotas. Default: the memory of this process, which many processes do not share. */
  readonly rateLimiter?: RateLimiter | undefined;
}

/** The work that a process takes on. */
export interface StartOptions {
  /** Delivers events, syncs repositories and removes old data. `false` if only other processes do. Default: true. */
  readonly delivers?: boolean | undefined;
}

/**
 * A platform: what every function of this package takes first, and the work that runs behind it. Events are accepted at any
 * time; they are delivered while it is started.
 */
export interface Platform extends DispatchContext, Workers {
  /** Begins the work behind the platform. Does nothing if it has begun. */
  readonly start: (options?: StartOptions) => void;
  readonly db: ScopedDatabase;
  readonly connectTickets: ConnectTickets;
  readonly webhooks: Pick<WebhookSender, "challenge">;
  readonly portalSessions: PortalSessions;
  /** Links that show sites to whoever has them. */
  readonly previews: SitePreviews;
  /** Absent where spaces cannot be synced with Git. */
  readonly git: GitProgram | undefined;
  /** Fires when it begins to stop; what is watched ends then. */
  readonly stopping: AbortSignal;
  /** Ends what is watched, such as live logs, which would hold up an HTTP server that waits for its requests. */
  readonly endWatches: () => void;
  readonly quotas: PlatformQuotas;
  readonly rateLimiter: RateLimiter;
  /** Notifies of what changes. */
  readonly changes: ChangeFeed;
}

const eventQuietMilliseconds = 50;

/**
 * Makes a platform on an open storage. Its keys are in the database; the first platform on it makes them.
 *
 * @throws PlatformError `seal_broken` when the database was sealed with another key
 * @example
 * import { randomBytes } from "node:crypto";
 * import { createPlatform, createRunner, createSecretBox, createUrlRunner } from "@plugboard/platform";
 * import { openSqliteStorage } from "@plugboard/platform/sqlite";
 *
 * const secretBox = createSecretBox(randomBytes(32));
 * const storage = await openSqliteStorage({ folder: ":memory:", secretBox });
 * const runner = createRunner({ urls: createUrlRunner() });
 * const urls = {
 *   api: "https://docs.example.com/v1",
 *   console: "https://docs.example.com",
 *   sites: "https://sites.example.net",
 * };
 * const platform = await createPlatform({ ...storage, secretBox, runner, urls });
 * platform.start();
 * await platform.stop();
 * await runner.close();
 * await storage.close();
 */
export async function createPlatform({
  database: db,
  deliveryStore,
  requiresScope = false,
  compact = async () => {},
  secretBox,
  runner,
  urls,
  git,
  webhooks: given,
  now = steadyNow,
  onError = () => {},
  pollMilliseconds = 1000,
  deliverySettings,
  deliveryTimeoutMilliseconds: timeoutMilliseconds,
  keepEventsMilliseconds,
  keepAuditEntriesMilliseconds = 365 * 24 * 3600 * 1000,
  quotas,
  rateLimiter = createMemoryRateLimiter(now),
}: PlatformOptions): Promise<Platform> {
  const settings = createSettings(db, secretBox);
  const tokens = await openTokenAuthority(settings, urls.api, now);
  const deriveSecret = await openDerivedSecrets(settings);
  const connectTickets = await openConnectTickets(settings, db, now);
  const portalSessions = await openPortalSessions(settings, { db, now });
  const previews = await openSitePreviews(settings, now);
  const changes = createChangeFeed(now, () => {
    beginning = onWholePlatform("changes", () => changed.begin()).catch(onError);
    return deliveryStore.watch(() => noteNewEvents());
  });
  let beginning: Promise<void> | undefined;
  const changed = createChangedOrganizations(db, deliveryStore);
  /** Notes a change once its organizations are known, if there are watchers. */
  const noteOf = (find: () => Promise<NotedChange>): void => {
    if (changes.isWatched()) void onWholePlatform("changes", () => find().then(changes.note).catch(onError));
  };
  let noting: NodeJS.Timeout | undefined;
  // Events that come fast are looked up together.
  const noteNewEvents = (): void => {
    noting ??= setTimeout(() => {
      noting = undefined;
      noteOf(async () => {
        await beginning;
        return await changed.ofNewEvents();
      });
    }, eventQuietMilliseconds).unref();
  };
  const store: DeliveryStore = {
    ...deliveryStore,
    recordAttempts: async (request) => {
      const recorded = await deliveryStore.recordAttempts(request);
      const endpointIds = request.records.map(({ delivery }) => delivery.endpointId);
      noteOf(async () => ({
        organizations: await changed.ofEndpoints(endpointIds),
        resources: ["deliveries", "endpoints"],
      }));
      return recorded;
    },
  };
  const deliveries = scopeDeliveries(store, { db, readScope: createScopeReader(requiresScope) });
  const onEvent = (): void => {
    workers.wake();
    noteNewEvents();
  };
  const logs = createIntegrationLogs({ db, secretBox, now }, onError);
  const stopping = new AbortController();
  // A sender without requests holds no connection and no timer.
  const ownSender = createWebhookSender({ now });
  const webhooks = given ?? ownSender;
  const context: DispatchContext = {
    db,
    compact,
    deliveries,
    secretBox,
    now,
    checkEndpointUrl: webhooks.checkUrl,
    onEvent,
    runner,
    logs,
    tokens,
    deriveSecret,
    urls,
  };
  const workers = createWorkers(context, {
    store,
    webhooks,
    pollMilliseconds,
    onError,
    deliverySettings,
    timeoutMilliseconds,
    keepEventsMilliseconds,
    keepAuditEntriesMilliseconds,
  });
  const syncDue = async (): Promise<number> =>
    git === undefined ? 0 : await runDueSync(context, git, onError);
  const stopPaused = async (): Promise<number> => {
    await onWholePlatform("pauses", () => stopPausedScripts(context));
    return 0;
  };
  let sweep: Loop | undefined;
  let loops: readonly Loop[] | undefined;
  const start = ({ delivers = true }: StartOptions = {}): void => {
    sweep ??= createLoop(stopPaused, pausedSweepMilliseconds, onError);
    if (!delivers) return;
    workers.start();
    git?.removeLeftovers().catch(onError);
    loops ??= [
      createLoop(
        () => onWholePlatform("cleaning", () => removeOldConversations(context)),
        cleaningMilliseconds,
        onError,
      ),
      createLoop(
        () => onWholePlatform("cleaning", () => removeExpiredValues(context)),
        cleaningMilliseconds,
        onError,
      ),
      createLoop(
        () => onWholePlatform("cleaning", () => expungeOldEvents(context)),
        cleaningMilliseconds,
        onError,
      ),
      createLoop(() => runRemovals(context), removalPollMilliseconds, onError),
      ...(git === undefined ? [] : [createLoop(syncDue, syncPollMilliseconds, onError)]),
    ];
  };
  const stop = async (): Promise<void> => {
    stopping.abort();
    clearTimeout(noting);
    await Promise.all([workers.stop(), sweep?.stop(), ...(loops ?? []).map((loop) => loop.stop())]);
    await ownSender.close();
    await logs.flush();
  };
  return {
    ...context,
    db,
    ...workers,
    start,
    stop,
    runDue: async () => (await workers.runDue()) + (await syncDue()) + (await runRemovals(context)),
    git,
    webhooks,
    connectTickets,
    portalSessions,
    previews,
    stopping: stopping.signal,
    endWatches: () => stopping.abort(),
    quotas: { ...defaultQuotas, ...quotas },
    rateLimiter,
    changes,
  };
}
