import type { IntegrationLogQuery, LogLevel } from "@plugboard/api/client";
import type { Kysely } from "kysely";
import * as z from "zod";
import { onWholePlatform } from "../database/organization-scope.ts";
import type { PlatformContext } from "../database/platform-context.ts";
import type { Tables } from "../database/tables.ts";
import { createNotedSecrets, createSecretsCache, type SecretsOf } from "./log-secrets.ts";
import { maskSecrets } from "./mask-secrets.ts";

/** A line of an integration's log. */
export interface LogLine {
  readonly integration: string;
  readonly version: number;
  /** Milliseconds since 1970. */
  readonly time: number;
  readonly kind: "log" | "dispatch";
  readonly level: LogLevel;
  readonly message: string;
  readonly event?:
    | { readonly eventId: string; readonly type: string; readonly installationId?: string | undefined }
    | undefined;
  readonly status?: number | undefined;
  readonly durationMilliseconds?: number | undefined;
  readonly fields?: Readonly<Record<string, unknown>> | undefined;
}

/** A line that was stored. */
export interface StoredLogLine extends LogLine {
  /** Grows with each line of the integration. */
  readonly position: number;
}

/** Which lines to read. */
export type LogFilter = Pick<IntegrationLogQuery, "level" | "installation" | "kind">;

/** The logs of all integrations. */
export interface IntegrationLogs {
  /**
   * Takes a line; it is stored a moment later, with secrets masked. Of an integration that writes more than it may, lines are
   * dropped and counted.
   */
  readonly write: (line: LogLine) => void;
  /** Says what an integration is handed besides the secrets of its version, and must not appear in its log either. */
  readonly noteSecrets: (integration: string, secrets: readonly string[]) => void;
  /** Lines before a position, or the latest, newest first. */
  readonly list: (
    integration: string,
    filter: LogFilter,
    page: { readonly before?: number | undefined; readonly limit: number },
  ) => Promise<StoredLogLine[]>;
  /** The lines after a position, or from now on, as they come, whichever process they come from. It ends with the signal. */
  readonly watch: (
    integration: string,
    filter: LogFilter,
    options: { readonly after?: number | undefined; readonly signal: AbortSignal },
  ) => AsyncGenerator<StoredLogLine, void>;
  /** Stores what was taken. */
  readonly flush: () => Promise<void>;
  /** Removes what is older than it is kept. @returns 0: nothing is left to remove */
  readonly removeOld: () => Promise<0>;
}

const keptMilliseconds = 7 * 24 * 3600 * 1000;
const keptBytes = 10 * 1024 * 1024;
/** Of one line; the rest of its message is cut off. */
const maxLineBytes = 16 * 1024;
/** How many lines an integration may write in the long run, and in a burst. */
const linesPerSecond = 100;
const burstLines = 2_000;
const flushMilliseconds = 200;
const watchPollMilliseconds = 1_000;
const watchBatch = 200;
const insertBatch = 100;
/** After so many bytes of an integration, it is looked at whether it has too much. */
const bytesBetweenTrims = 1024 * 1024;

const levels: readonly LogLevel[] = ["debug", "info", "warn", "error"];

type LogsContext = Pick<PlatformContext, "db" | "secretBox" | "now">;

/** Opens the logs of a platform. */
export function createIntegrationLogs(
  context: LogsContext,
  onError: (error: unknown) => void,
): IntegrationLogs {
  const { db, now } = context;
  const budget = createBudget(now);
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
      const message = `${dropped} lines were dropped: an integration may write ${linesPerSecond} a second.`;
      waiting.push({ ...line, kind: "log", level: "warn", message, event: undefined, fields: undefined });
    }
    waiting.push(line);
    timer ??= setTimeout(() => void flush(), flushMilliseconds).unref();
  }

  function flush(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    // Lines of all organizations wait together; any organization's work may be what stores them.
    flushing = onWholePlatform(() => flushing.then(store).catch(onError));
    return flushing;
  }

  async function store(): Promise<void> {
    const lines = waiting;
    waiting = [];
    for (const [integration, own] of Map.groupBy(lines, (line) => line.integration)) {
      const contents = await Promise.all(
        own.map(async (line) => await toContent(line, secretsOf, noted.of(integration))),
      );
      await insert(db, integration, contents);
      const bytes = contents.reduce((sum, content) => sum + content.bytes, untrimmed.get(integration) ?? 0);
      if (bytes >= bytesBetweenTrims) await trim(db, integration);
      untrimmed.set(integration, bytes % bytesBetweenTrims);
    }
    for (const wake of watchers) wake();
  }

  const select = (integration: string, { level, installation, kind }: LogFilter) => {
    let query = db.selectFrom("integration_logs").selectAll().where("integration", "=", integration);
    if (level !== undefined) query = query.where("level", ">=", levels.indexOf(level));
    if (installation !== undefined) query = query.where("installation_id", "=", installation);
    if (kind !== undefined) query = query.where("kind", "=", kind);
    return query;
  };

  return {
    write,
    noteSecrets: noted.add,
    flush,
    list: async (integration, filter, { before, limit }) => {
      let query = select(integration, filter);
      if (before !== undefined) query = query.where("position", "<", before);
      return (await query.orderBy("position", "desc").limit(limit).execute()).map(toLine);
    },
    watch: async function* (integration, filter, { after, signal }) {
      let position = after ?? (await lastPosition(db, integration));
      while (!signal.aborted) {
        const changed = nextChange(watchers, signal);
        const rows = await select(integration, filter)
          .where("position", ">", position)
          .orderBy("position")
          .limit(watchBatch)
          .execute();
        for (const row of rows) {
          yield toLine(row);
          position = row.position;
        }
        if (rows.length < watchBatch) await changed;
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

/** Resolves when lines were stored here, or it is time to look for those of other processes. */
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

interface Content {
  readonly line: LogLine;
  /** JSON of what has no column of its own. */
  readonly content: string;
  readonly bytes: number;
}

async function toContent(line: LogLine, secretsOf: SecretsOf, noted: readonly string[]): Promise<Content> {
  const { message, event, status, durationMilliseconds, fields } = line;
  const secrets = [...(await secretsOf(line.integration, line.version)), ...noted];
  const masked = maskSecrets({ message, event, status, durationMilliseconds, fields }, secrets);
  const whole = JSON.stringify(masked);
  const cut = {
    ...masked,
    message: `${masked.message.slice(0, maxLineBytes / 4)}…`,
    fields: undefined,
  };
  const content = whole.length <= maxLineBytes ? whole : JSON.stringify(cut);
  return { line, content, bytes: Buffer.byteLength(content) };
}

/** Writes lines at the end of a log. The row of its position is locked until then, so that nobody sees a later line before. */
async function insert(db: Kysely<Tables>, integration: string, lines: readonly Content[]): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    const { position: last } = await transaction
      .insertInto("integration_log_positions")
      .values({ integration, position: lines.length })
      .onConflict((conflict) =>
        conflict.column("integration").doUpdateSet((update) => ({
          position: update("integration_log_positions.position", "+", lines.length),
        })),
      )
      .returning("position")
      .executeTakeFirstOrThrow();
    const rows = lines.map(({ line, content, bytes }, index) => ({
      integration,
      position: last - lines.length + index + 1,
      written_at: line.time,
      version: line.version,
      kind: line.kind,
      level: levels.indexOf(line.level),
      installation_id: line.event?.installationId ?? null,
      content,
      bytes,
    }));
    for (let from = 0; from < rows.length; from += insertBatch)
      await transaction
        .insertInto("integration_logs")
        .values(rows.slice(from, from + insertBatch))
        .execute();
  });
}

async function trim(db: Kysely<Tables>, integration: string): Promise<void> {
  const sums = db
    .selectFrom("integration_logs")
    .select((row) => [
      "position",
      row.fn
        .sum<number>("bytes")
        .over((over) => over.orderBy("position", "desc"))
        .as("kept"),
    ])
    .where("integration", "=", integration);
  const cut = await db
    .selectFrom(sums.as("sums"))
    .select((row) => row.fn.max("position").as("position"))
    .where("kept", ">", keptBytes)
    .executeTakeFirst();
  if (typeof cut?.position !== "number") return;
  await db
    .deleteFrom("integration_logs")
    .where("integration", "=", integration)
    .where("position", "<=", cut.position)
    .execute();
}

async function lastPosition(db: Kysely<Tables>, integration: string): Promise<number> {
  const row = await db
    .selectFrom("integration_log_positions")
    .select("position")
    .where("integration", "=", integration)
    .executeTakeFirst();
  return row?.position ?? 0;
}

const contentSchema = z.object({
  message: z.string(),
  event: z
    .object({ eventId: z.string(), type: z.string(), installationId: z.string().optional() })
    .optional(),
  status: z.number().optional(),
  durationMilliseconds: z.number().optional(),
  fields: z.record(z.string(), z.unknown()).optional(),
});

interface LogRow {
  readonly integration: string;
  readonly position: number;
  readonly written_at: number;
  readonly version: number;
  readonly kind: "log" | "dispatch";
  readonly level: number;
  readonly content: string;
}

function toLine({ integration, position, written_at, version, kind, level, content }: LogRow): StoredLogLine {
  return {
    integration,
    position,
    version,
    time: written_at,
    kind,
    level: levels[level] ?? "info",
    ...contentSchema.parse(JSON.parse(content)),
  };
}

interface Budget {
  /** `undefined` when the integration has written all that it may; else how many lines were dropped before this one. */
  readonly take: (integration: string) => number | undefined;
}

const maxBudgets = 1_000;

function createBudget(now: () => number): Budget {
  const states = new Map<string, { level: number; at: number; dropped: number }>();
  return {
    take: (integration) => {
      const at = now();
      const state = states.get(integration) ?? { level: burstLines, at, dropped: 0 };
      if (states.size >= maxBudgets) states.clear();
      states.set(integration, state);
      const earned = (Math.max(0, at - state.at) / 1000) * linesPerSecond;
      state.level = Math.min(burstLines, state.level + earned);
      state.at = at;
      if (state.level < 1) {
        state.dropped += 1;
        return undefined;
      }
      state.level -= 1;
      const { dropped } = state;
      state.dropped = 0;
      return dropped;
    },
  };
}
