import { createDeliveredBatches } from "../streams/delivered-batches.ts";
import { runStreams } from "../streams/run-streams.ts";
import { dayMilliseconds } from "../common/durations.ts";
import {
  createWebhookSender,
  type DeliveryStore,
  steadyNow,
  type WebhookSender,
} from "@plugboard/webhook-delivery";
import { createSendAgentEvent } from "../agent-events/send-agent-event.ts";
import { createSubscriptionRemoval } from "../agent-events/remove-subscriptions.ts";
import type { FindAgentScopes } from "../access/agent-consent.ts";
import { openConnectTickets } from "../access/connect-tickets.ts";
import { openEmbedTokens } from "../access/embed-tokens.ts";
import { openPortalSessions } from "../access/portal-sessions.ts";
import { openDerivedSecrets } from "../access/derived-secrets.ts";
import { openTokenAuthority } from "../access/token-authority.ts";
import { createChangeFeed, type NotedChange } from "../changes/change-feed.ts";
import { createChangedOrganizations } from "../changes/changed-organizations.ts";
import { createPeerMessages } from "../changes/peer-messages.ts";
import { shareChanges } from "../changes/share-changes.ts";
import { claimProduct } from "../database/claim-product.ts";
import { noProduct } from "../product/define-contract.ts";
import { createScopeReader, withoutTenantScope } from "../database/organization-scope.ts";
import { checkOptions } from "../common/check-options.ts";
import { invalidDefinition } from "../common/invalid-definition.ts";
import type { Platform, StartOptions } from "../operations/platform.ts";
import type { Product, ProductJob } from "../operations/product.ts";
import type { PlatformUrls } from "../common/platform-urls.ts";
import type { SecretBox } from "../database/secret-box.ts";
import { createSettings } from "../database/settings.ts";
import type { PlatformStorage, ScopedDatabase } from "../database/storage.ts";
import type { EventRow } from "../database/tables.ts";
import { createFailureWatch } from "../delivery/watch-failures.ts";
import { scopeDeliveries } from "../delivery/scope-deliveries.ts";
import { createLoop, createWorkers, type DeliverySettings, type Loop } from "../delivery/workers.ts";
import type { DispatchContext } from "../dispatch/dispatch-target.ts";
import type { IntegrationRunner } from "../dispatch/integration-runner.ts";
import { stopPausedScripts } from "../dispatch/stop-paused-scripts.ts";
import { createIntegrationLogs } from "../logs/integration-logs.ts";
import { createMemoryRateLimiter } from "../rate-limits/memory-rate-limiter.ts";
import { expungeOldEvents } from "../tenancy/expunge-events.ts";
import { watchQuotas } from "../rate-limits/watch-quotas.ts";
import { countResources } from "../tenancy/usage.ts";
import { createUsageMeter } from "../tenancy/create-usage-meter.ts";
import { runRemovals } from "../tenancy/run-removals.ts";
import { runDueSchedules } from "../installations/run-due-schedules.ts";
import { removeExpiredValues } from "../stored-values/change-stored-values.ts";
import type { RateLimiter } from "../rate-limits/rate-limiter.ts";
import { defaultQuotas, type PlatformQuotas } from "../rate-limits/platform-quotas.ts";
import { readDueTimes } from "./due-work.ts";

/** The interval for checking for due work. Shorter without notifications of other processes' events. */
const dueWorkMilliseconds = 6000;
// Processes other than the one that paused an installation stop its sandbox within this time.
const pausedSweepMilliseconds = 5000;
const usageFlushMilliseconds = 10_000;
const cleaningMilliseconds = 3600 * 1000;
/** The interval of loops that are woken for due work. */
const wokenMilliseconds = 600_000;
const heardFactor = 6;

/** Options of `createPlatform`. */
export interface PlatformOptions {
  /** The platform's tables, from `openSqliteStorage` or `openPostgresStorage`. */
  readonly database: ScopedDatabase;
  /** The delivery engine's store, from `openSqliteStorage` or `openPostgresStorage`. */
  readonly deliveryStore: DeliveryStore;
  /** As returned by `openSqliteStorage` or `openPostgresStorage`. Defaults to false. */
  readonly requiresScope?: boolean | undefined;
  /** As returned by `openSqliteStorage` or `openPostgresStorage`. */
  readonly storedProduct?: PlatformStorage["storedProduct"];
  /** As returned by `openPostgresStorage`. */
  readonly peers?: PlatformStorage["peers"];
  /** Empties the write-ahead logs of SQLite. Optional. */
  readonly compact?: (() => Promise<void>) | undefined;
  /** Encrypts secrets at rest. All processes that share the database need the same key. */
  readonly secretBox: SecretBox;
  /** Calls integrations. Close it yourself after the platform has stopped. */
  readonly runner: IntegrationRunner;
  readonly urls: PlatformUrls;
  /** The product whose resources integrations are installed in. Defaults to organizations alone. */
  readonly product?: Product | undefined;
  /**
   * Returns the scopes that a person grants to an AI agent. Defaults to none: only API keys can subscribe to events.
   */
  readonly findAgentScopes?: FindAgentScopes | undefined;
  /**
   * Sends webhooks and checks endpoints. Its `destinations` are the types of endpoints besides HTTP. Defaults to public
   * https addresses only.
   */
  readonly webhooks?:
    | Pick<WebhookSender, "send" | "checkEndpoint" | "challenge" | "destinations">
    | undefined;
  /**
   * The types of destinations that portal sessions can create, because a customer's portal shows them to people outside of
   * your product. Defaults to none: they can create HTTP endpoints only.
   */
  readonly portalDestinations?: readonly string[] | undefined;
  /**
   * Returns the Unix time in milliseconds. Defaults to the system time, ignoring jumps that last less than a
   * minute.
   */
  readonly now?: (() => number) | undefined;
  /** Called with background errors. Defaults to ignoring them. */
  readonly onError?: ((error: unknown) => void) | undefined;
  /**
   * The polling interval without notifications of other processes' events. With notifications it is six times as
   * long, up to 6 seconds. Defaults to 1000.
   */
  readonly pollMilliseconds?: number | undefined;
  /** How deliveries are sent and stored. Defaults to the delivery engine's settings. */
  readonly deliverySettings?: DeliverySettings | undefined;
  /** The timeout of one delivery request, from connecting to the end of the response. Defaults to 10,000. */
  readonly deliveryTimeoutMilliseconds?: number | undefined;
  /** How long events are kept after fan-out. Defaults to 90 days. */
  readonly keepEventsMilliseconds?: number | undefined;
  /** How long audit log entries are kept. Defaults to 365 days. */
  readonly keepAuditEntriesMilliseconds?: number | undefined;
  /** Request quotas. Defaults to {@link defaultQuotas}. */
  readonly quotas?: Partial<PlatformQuotas> | undefined;
  /** Stores quota usage. Defaults to memory, which is not shared between processes. */
  readonly rateLimiter?: RateLimiter | undefined;
}

const storageHint = "spread the result of openSqliteStorage or openPostgresStorage";
const eventQuietMilliseconds = 50;

/**
 * Creates a platform on an open storage. Its keys are stored in the database and created on first use.
 *
 * @throws PlatformError `invalid_definition` if an option is missing, `decryption_failed` if the database was encrypted with another key
 *
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
 *   public: "https://sites.example.net",
 * };
 * const platform = await createPlatform({ ...storage, secretBox, runner, urls });
 * platform.start();
 * await platform.stop();
 * await runner.close();
 * await storage.close();
 */
export async function createPlatform(options: PlatformOptions): Promise<Platform> {
  checkOptions("createPlatform", options, {
    database: storageHint,
    deliveryStore: storageHint,
    secretBox: "pass the result of createSecretBox",
    runner: "pass the result of createRunner",
    urls: "pass an object with api, console and public",
  });
  const {
    database: db,
    deliveryStore,
    requiresScope = false,
    storedProduct,
    peers,
    compact = async () => {},
    secretBox,
    runner,
    urls,
    product,
    findAgentScopes = async () => undefined,
    webhooks: customWebhooks,
    portalDestinations = [],
    now = steadyNow,
    onError = () => {},
    pollMilliseconds = 1000,
    deliverySettings,
    deliveryTimeoutMilliseconds: timeoutMilliseconds,
    keepEventsMilliseconds = 90 * dayMilliseconds,
    keepAuditEntriesMilliseconds = 365 * dayMilliseconds,
    quotas,
    rateLimiter: limiter = createMemoryRateLimiter(now),
  } = options;
  if (storedProduct !== undefined && storedProduct.contract !== product?.contract)
    throw invalidDefinition(
      `The storage was opened with the product ${storedProduct.contract.name}. Pass the same product to createPlatform.`,
    );
  if (product?.tables !== undefined && storedProduct === undefined)
    throw invalidDefinition(
      `The storage was opened without the tables of ${product.contract.name}. Pass the product to openSqliteStorage or openPostgresStorage too.`,
    );
  await claimProduct(db, product?.contract.name);
  const settings = createSettings(db, secretBox);
  const tokens = await openTokenAuthority(settings, urls.api, now);
  const deriveSecret = await openDerivedSecrets(settings);
  const connectTickets = await openConnectTickets(settings, db, now);
  const portalSessions = await openPortalSessions(settings, { db, now });
  const embedTokens = await openEmbedTokens(settings, { db, now });
  const changes = createChangeFeed(now, () => {
    beginning = withoutTenantScope("changes", () => changed.begin()).catch(onError);
    return deliveryStore.watch(() => noteNewEvents());
  });
  let beginning: Promise<void> | undefined;
  const changed = createChangedOrganizations(db, deliveryStore, product?.contract ?? noProduct);
  const { messages, onMessage, onConnected } = createPeerMessages(peers, onError);
  const sharing = shareChanges(changes, messages);
  /** Publishes a change once its organizations are known, if there are watchers. */
  const noteOf = (find: () => Promise<NotedChange>): void => {
    if (changes.isWatched())
      void withoutTenantScope("changes", () => find().then(changes.note).catch(onError));
  };
  let noting: NodeJS.Timeout | undefined;
  // Batches lookups for events in quick succession.
  const noteNewEvents = (): void => {
    noting ??= setTimeout(() => {
      noting = undefined;
      noteOf(async () => {
        await beginning;
        return await changed.ofNewEvents();
      });
    }, eventQuietMilliseconds).unref();
  };
  const failures = createFailureWatch({ db, now }, deliveryStore, onError);
  const deliveredBatches = createDeliveredBatches(deliveryStore, onError);
  const store: DeliveryStore = {
    ...deliveryStore,
    recordAttempts: async (request) => {
      const recorded = await deliveryStore.recordAttempts(request);
      failures.note(request.records);
      deliveredBatches.note(request.records);
      const endpointIds = request.records.map(({ delivery }) => delivery.endpointId);
      noteOf(async () => ({
        organizations: await changed.ofEndpoints(endpointIds),
        resources: ["deliveries", "endpoints"],
      }));
      return recorded;
    },
  };
  const deliveries = scopeDeliveries(store, { db, product, readScope: createScopeReader(requiresScope) });
  const onEvent = (leased?: readonly EventRow[]): void => {
    workers.wake(leased);
    noteNewEvents();
  };
  const logs = createIntegrationLogs({ db, secretBox, now }, onError);
  const usage = createUsageMeter(
    { db, now },
    (organizationId) => countResources(context, organizationId),
    onError,
  );
  const rateLimiter = watchQuotas(limiter, usage);
  const stopping = new AbortController();
  // An unused sender holds no connections or timers.
  const ownSender = createWebhookSender({ now });
  const webhooks = customWebhooks ?? ownSender;
  const context: DispatchContext = {
    db,
    compact,
    deliveries,
    secretBox,
    now,
    checkEndpoint: webhooks.checkEndpoint,
    onEvent,
    usage,
    leaseNewEvents: (count) => workers.leaseNewEvents(count),
    runner,
    logs,
    tokens,
    deriveSecret,
    urls,
    product,
    findAgentScopes,
  };
  const jobs = product?.jobs ?? [];
  const dues = jobs.map((job) => job.due);
  const workers = createWorkers(context, {
    store,
    senders: { webhooks, sendAgentEvent: createSendAgentEvent(context, webhooks, timeoutMilliseconds) },
    onNoEvents: () => {
      if (performance.now() - lookedAt > pollMilliseconds) due?.wake();
    },
    onError,
    deliverySettings,
    timeoutMilliseconds,
    keepEventsMilliseconds,
    keepAuditEntriesMilliseconds,
  });
  const removal = createSubscriptionRemoval(context, webhooks, onError);
  const removeEnded = async (): Promise<number> => await withoutTenantScope("cleaning", removal.run);
  const stopPaused = async (): Promise<number> => {
    await withoutTenantScope("pauses", () => stopPausedScripts(context));
    return 0;
  };
  const flushUsage = async (): Promise<number> => {
    await usage.flush();
    await failures.flush();
    await deliveredBatches.flush();
    return 0;
  };
  let sweep: Loop | undefined;
  let flushing: Loop | undefined;
  let loops: readonly Loop[] | undefined;
  let due: Loop | undefined;
  let lookedAt = -Infinity;
  let stopListening: (() => Promise<void>) | undefined;
  const startDueWork = (): readonly Loop[] => {
    const removals = createLoop(() => runRemovals(context), wokenMilliseconds, onError);
    const schedules = createLoop(
      () => runDueSchedules({ ...context, rateLimiter }),
      wokenMilliseconds,
      onError,
    );
    const subscriptions = createLoop(removeEnded, wokenMilliseconds, onError);
    const streams = createLoop(() => runStreams(context, onError), wokenMilliseconds, onError);
    const productLoops = jobs.map((job) =>
      createLoop(() => job.run(context, onError), job.everyMilliseconds ?? wokenMilliseconds, onError),
    );
    const longest = deliveryStore.hearsAll
      ? Math.min(dueWorkMilliseconds, heardFactor * pollMilliseconds)
      : pollMilliseconds;
    let rest = longest;
    const wakeDue = async (): Promise<number> => {
      lookedAt = performance.now();
      const { times, isBounded } = await readDueTimes(context, dues);
      const time = now();
      rest = longest;
      const inOrder = [workers, schedules, removals, subscriptions, streams, ...productLoops];
      for (const [index, loop] of inOrder.entries()) {
        const wait = (times[index] ?? Infinity) - time;
        if (wait > 0) rest = Math.min(rest, wait);
        else loop.wake();
      }
      await workers.followBounds(isBounded);
      return 0;
    };
    due = createLoop(wakeDue, () => rest, onError);
    return [due, removals, schedules, subscriptions, streams, ...productLoops];
  };
  const start = ({ delivers = true }: StartOptions = {}): void => {
    sweep ??= createLoop(stopPaused, pausedSweepMilliseconds, onError);
    flushing ??= createLoop(flushUsage, usageFlushMilliseconds, onError);
    stopListening ??= peers?.listen({ onEvents: () => workers.wake(), onMessage, onConnected });
    if (!delivers) return;
    workers.start();
    loops ??= [
      createLoop(
        () => withoutTenantScope("cleaning", () => removeExpiredValues(context)),
        cleaningMilliseconds,
        onError,
      ),
      createLoop(
        () => withoutTenantScope("cleaning", () => expungeOldEvents(context)),
        cleaningMilliseconds,
        onError,
      ),
      ...startDueWork(),
    ];
  };
  const stop = async (): Promise<void> => {
    stopping.abort();
    clearTimeout(noting);
    await Promise.all([
      workers.stop(),
      stopListening?.(),
      sweep?.stop(),
      flushing?.stop(),
      ...(loops ?? []).map((loop) => loop.stop()),
    ]);
    sharing.stop();
    await removal.settled();
    await ownSender.close();
    await Promise.all([logs.flush(), usage.flush(), failures.flush(), deliveredBatches.flush()]);
  };
  return {
    ...context,
    product,
    usage,
    db,
    ...workers,
    start,
    stop,
    runDue: async () => {
      const done =
        (await runDueSchedules({ ...context, rateLimiter })) +
        (await runStreams(context, onError)) +
        (await workers.runDue()) +
        (await removeEnded()) +
        (await runJobs(jobs, context, onError)) +
        (await runRemovals(context));
      await failures.flush();
      await deliveredBatches.flush();
      await removal.settled();
      return done;
    },
    webhooks,
    portalDestinations: new Set(portalDestinations),
    keepEventsMilliseconds,
    connectTickets,
    portalSessions,
    embedTokens,
    stopping: stopping.signal,
    endWatches: () => stopping.abort(),
    quotas: { ...defaultQuotas, ...quotas },
    rateLimiter,
    changes: sharing.changes,
    messages,
  };
}

async function runJobs(
  jobs: readonly ProductJob[],
  context: DispatchContext,
  onError: (error: unknown) => void,
): Promise<number> {
  let done = 0;
  for (const { run, due } of jobs) if (due !== undefined) done += await run(context, onError);
  return done;
}
