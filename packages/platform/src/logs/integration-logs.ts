import { dayMilliseconds } from "../common/durations.ts";
import type { IntegrationLogQuery } from "@plugboard/api/client";
import { sql } from "kysely";
import { withoutTenantScope } from "../database/organization-scope.ts";
import type { PlatformContext } from "../database/platform-context.ts";
import { createLineBudget, linesPerSecond } from "./line-budget.ts";
import { type LogLine, logLevels, type StoredLogLine, toLogLine, toLogRow } from "./log-line.ts";
import { appendLogRows, lastPosition, trimLog } from "./log-rows.ts";
import { createNotedSecrets, createSecretsCache } from "./log-secrets.ts";

/** Filters for log lines. */
export type LogFilter = Pick<
  IntegrationLogQuery,
  "level" | "installation" | "kind" | "text" | "since" | "before"
>;

/** The logs of all integrations. */
export interface IntegrationLogs {
  /**
   * Accepts a line, and stores it shortly after with secrets masked. Drops and counts lines above the rate
   * limit of their integration.
   */
  readonly write: (line: LogLine) => void;
  /** Registers further secrets of an integration to mask in its log, in addition to those of its version. */
  readonly noteSecrets: (integration: string, secrets: readonly string[]) => void;
  /** Returns the lines before a position, or the latest ones, newest first. */
  readonly list: (
    integration: string,
    filter: LogFilter,
    page: { readonly before?: number | undefined; readonly limit: number },
  ) => Promise<StoredLogLine[]>;
  /** Yields lines after a position, or new lines, from all processes. Ends with the signal. */
  readonly watch: (
    integration: string,
    filter: LogFilter,
    options: { readonly after?: number | undefined; readonly signal: AbortSignal },
  ) => AsyncGenerator<StoredLogLine, void>;
  /** Stores all accepted lines. */
  readonly flush: () => Promise<void>;
  /** Deletes all expired lines. @returns 0, because no more are left */
  readonly removeOld: () => Promise<0>;
}

const keptMilliseconds = 7 * dayMilliseconds;
const flushMilliseconds = 200;
const watchPollMilliseconds = 1_000;
const watchBatch = 200;
/** How many candidates a search for text reads at once. */
const searchBatch = 1_000;
/** Check a log's size after this many bytes. */
const bytesBetweenTrims = 1024 * 1024;

type LogsContext = Pick<PlatformContext, "db" | "secretBox" | "now">;

/** Opens the logs of a platform. */
export function createIntegrationLogs(
  context: LogsContext,
  onError: (error: unknown) => void,
): IntegrationLogs {
  const { db, now } = context;
  const budget = createLineBudget(now);
  const secretsOf = createSecretsCache(context);
  const watchers = new Set<() => void>();
  const untrimmed = new Map<string, number>();
  const noted = createNotedSecrets();
  let waiting: LogLine[] = [];
  let timer: NodeJS.Timeout | undefined;
  let flushing: Promise<void> = Promise.resolve();

  function write(line: LogLine): void {
    const dropped = budget.take(line.integration);
    if (dropped === undefined) return;
    if (dropped > 0) {
      const message = `${dropped} lines were dropped: the limit is ${linesPerSecond} lines a second.`;
      waiting.push({ ...line, kind: "log", level: "warn", message, event: undefined, fields: undefined });
    }
    waiting.push(line);
    timer ??= setTimeout(() => void flush(), flushMilliseconds).unref();
  }

  function flush(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    // The queue holds lines of all organizations, and a call for any of them can trigger the write.
    flushing = withoutTenantScope("logs", () => flushing.then(store).catch(onError));
    return flushing;
  }

  async function store(): Promise<void> {
    const lines = waiting;
    waiting = [];
    for (const [integration, own] of Map.groupBy(lines, (line) => line.integration)) {
      const rows = await Promise.all(
        own.map(async (line) =>
          toLogRow(line, [...(await secretsOf(integration, line.version)), ...noted.of(integration)]),
        ),
      );
      await appendLogRows(db, integration, rows, now());
      const bytes = rows.reduce((sum, row) => sum + row.bytes, untrimmed.get(integration) ?? 0);
      if (bytes >= bytesBetweenTrims) await trimLog(db, integration);
      untrimmed.set(integration, bytes % bytesBetweenTrims);
    }
    for (const wake of watchers) wake();
  }

  // A log has at most 10 MiB, so searching all of it is bounded.
  const select = (integration: string, filter: LogFilter) => {
    const { level, installation, kind, text, since, before } = filter;
    let query = db.selectFrom("integration_logs").selectAll().where("integration", "=", integration);
    if (level !== undefined) query = query.where("level", ">=", logLevels.indexOf(level));
    if (installation !== undefined) query = query.where("installation_id", "=", installation);
    if (kind !== undefined) query = query.where("kind", "=", kind);
    if (since !== undefined) query = query.where("written_at", ">=", Date.parse(since));
    if (before !== undefined) query = query.where("written_at", "<", Date.parse(before));
    if (text !== undefined)
      query = query.where(sql<boolean>`replace(content, ${inJson(text)}, '') <> content`);
    return query;
  };

  return {
    write,
    noteSecrets: noted.add,
    flush,
    list: async (integration, filter, { before, limit }) => {
      const batch = filter.text === undefined ? limit : searchBatch;
      const found: StoredLogLine[] = [];
      let below = before ?? Number.MAX_SAFE_INTEGER;
      for (;;) {
        const rows = await select(integration, filter)
          .where("position", "<", below)
          .orderBy("position", "desc")
          .limit(batch)
          .execute();
        found.push(...rows.map(toLogLine).filter((line) => containsText(line, filter.text)));
        const last = rows.at(-1);
        if (last === undefined || rows.length < batch || found.length >= limit) return found.slice(0, limit);
        below = last.position;
      }
    },
    watch: async function* (integration, filter, { after, signal }) {
      let position = after ?? (await lastPosition(db, integration));
      while (!signal.aborted) {
        const changed = nextChange(watchers, signal);
        const newest = await lastPosition(db, integration);
        const rows = await select(integration, filter)
          .where("position", ">", position)
          .where("position", "<=", newest)
          .orderBy("position")
          .limit(watchBatch)
          .execute();
        for (const row of rows) {
          const line = toLogLine(row);
          if (containsText(line, filter.text)) yield line;
          position = row.position;
        }
        if (rows.length === watchBatch) continue;
        // Lines that didn't match aren't searched again.
        position = Math.max(position, newest);
        await changed;
      }
    },
    removeOld: async () => {
      await db
        .deleteFrom("integration_logs")
        .where("written_at", "<", now() - keptMilliseconds)
        .execute();
      return 0;
    },
  };
}

/** Returns whether a line itself contains a text, and not only the JSON in which it is stored. */
function containsText({ message, event, fields }: LogLine, text: string | undefined): boolean {
  if (text === undefined) return true;
  if (fields !== undefined && JSON.stringify(fields).includes(inJson(text))) return true;
  return [message, event?.eventId, event?.type].some((part) => part?.includes(text));
}

/** Returns a text as it is written within a string of JSON. */
function inJson(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}

/** Resolves when lines were stored here, or when it is time to poll for lines of other processes. */
async function nextChange(watchers: Set<() => void>, signal: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, watchPollMilliseconds);
  watchers.add(resolve);
  const wake = (): void => resolve();
  signal.addEventListener("abort", wake, { once: true });
  await promise;
  clearTimeout(timer);
  signal.removeEventListener("abort", wake);
  watchers.delete(resolve);
}
