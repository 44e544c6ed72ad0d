import { DeliveryError } from "@plugboard/webhook-delivery";
import { sql } from "kysely";
import { toAuditEntry } from "../audit/audit-log.ts";
import { showAuditEntry } from "../audit/show-audit-entry.ts";
import { createIdFromKey } from "../common/create-id.ts";
import { inList } from "../database/in-list.ts";
import { withoutTenantScope } from "../database/organization-scope.ts";
import type { PlatformContext } from "../database/platform-context.ts";
import { type LogRow, logLevels, toLogLine } from "../logs/log-line.ts";
import { gatherMilliseconds } from "../logs/log-rows.ts";
import { showLogLine } from "../logs/show-log-line.ts";
import type { StreamFilter } from "./stream-filter.ts";
import { findStream, type StreamKind, streamEventTypes } from "./streams.ts";

/**
 * Hands due entries of all streams to the delivery engine. After a crash they are handed over again with the same event
 * IDs, without effect. The deliveries are neither audited nor logged, so a stream never causes entries of its own.
 *
 * @param onError - called with errors of single entries and logs. They are retried, and don't hold up others
 * @returns the number of audit entries and batches of log lines
 */
export async function runStreams(
  context: PlatformContext,
  onError: (error: unknown) => void,
): Promise<number> {
  return await withoutTenantScope(
    "streams",
    async () => (await streamAuditEntries(context, onError)) + (await streamLogLines(context, onError)),
  );
}

const maxEntries = 200;
const retryMilliseconds = 10_000;

async function streamAuditEntries(
  context: PlatformContext,
  onError: (error: unknown) => void,
): Promise<number> {
  const { db, now } = context;
  const rows = await db
    .selectFrom("audit_entries")
    .leftJoin("streams", (join) =>
      join
        .onRef("streams.organization_id", "=", "audit_entries.organization_id")
        .on("streams.kind", "=", "audit"),
    )
    .selectAll("audit_entries")
    .select("streams.endpoint_id as endpointId")
    .where("stream_due_at", "<=", now())
    .orderBy("stream_due_at")
    .limit(maxEntries)
    .execute();
  if (rows.length === 0) return 0;
  const failed = new Set<string>();
  await Promise.all(
    rows.map(async ({ endpointId, ...row }) => {
      // The stream has ended.
      if (endpointId === null) return;
      try {
        const entry = showAuditEntry(toAuditEntry(row));
        await handOver(context, endpointId, { kind: "audit", id: row.id, content: { entry } });
      } catch (error) {
        failed.add(row.id);
        onError(error);
      }
    }),
  );
  const settle = async (ids: readonly string[], stream_due_at: number | null): Promise<void> => {
    if (ids.length === 0) return;
    await db.updateTable("audit_entries").set({ stream_due_at }).where("id", "in", inList(ids)).execute();
  };
  const ids = rows.map(({ id }) => id).filter((id) => !failed.has(id));
  await settle(ids, null);
  await settle([...failed], now() + retryMilliseconds);
  return ids.length;
}

/** Lines of one integration that are read at once. */
const maxLines = 200;
/** Bytes of lines in one delivery. */
const maxBatchBytes = 256 * 1024;
const maxIntegrations = 20;
/** Batches that wait for an endpoint. Further lines stay in the log, whose size is limited. */
const maxWaiting = 100;
/** Lines of a disabled endpoint stay in the log, and are sent once it is enabled. */
const disabledMilliseconds = 10 * 60_000;

interface DueLog {
  readonly integration: string;
  readonly organizationId: string;
  /** The last line of the previous batch. */
  readonly after: number;
  readonly end: number;
}

async function streamLogLines(context: PlatformContext, onError: (error: unknown) => void): Promise<number> {
  const due = await beginBatches(context);
  for (const [organizationId, logs] of Map.groupBy(due, (log) => log.organizationId))
    await streamLogs(context, organizationId, logs).catch(async (error: unknown) => {
      onError(error);
      for (const log of logs) await postpone(context, log, retryMilliseconds);
    });
  return due.length;
}

async function streamLogs(
  context: PlatformContext,
  organizationId: string,
  logs: readonly DueLog[],
): Promise<void> {
  const stream = await findStream(context, { organizationId, kind: "logs" });
  if (stream?.endpoint.status === "disabled") {
    for (const log of logs) await postpone(context, log, disabledMilliseconds);
    return;
  }
  if (stream === undefined) {
    for (const log of logs) await endBatch(context, log);
    return;
  }
  const { endpoint, filter } = stream;
  const { pending } = await context.deliveries.endpointStatistics(endpoint.id, { since: context.now() });
  let waiting = pending;
  for (const log of logs) {
    if (waiting >= maxWaiting) {
      await postpone(context, log, retryMilliseconds);
      continue;
    }
    const batches = await readBatches(context, log, filter);
    for (const batch of batches) await handOver(context, endpoint.id, batch);
    waiting += batches.length;
    await endBatch(context, log);
  }
}

/** Chooses the lines of due batches. They stay the same until the batch is handed over. */
async function beginBatches({ db, now }: PlatformContext): Promise<readonly DueLog[]> {
  const rows = await db
    .updateTable("integration_log_positions")
    .set({
      batch_end: sql<number>`coalesce(batch_end, case when position - streamed_position > ${sql.lit(maxLines)}
        then streamed_position + ${sql.lit(maxLines)} else position end)`,
    })
    .where("integration", "in", (query) =>
      query
        .selectFrom("integration_log_positions")
        .select("integration")
        .where("stream_due_at", "<=", now())
        .orderBy("stream_due_at")
        .limit(maxIntegrations),
    )
    .returning(["integration", "organization_id", "streamed_position", "batch_end"])
    .execute();
  return rows.map((row) => ({
    integration: row.integration,
    organizationId: row.organization_id,
    after: row.streamed_position,
    end: row.batch_end ?? row.streamed_position,
  }));
}

/** Another worker may have ended the batch, and begun the next one. */
async function endBatch({ db, now }: PlatformContext, { integration, after, end }: DueLog): Promise<void> {
  const dueAt = now() + (end - after < maxLines ? gatherMilliseconds : 0);
  await db
    .updateTable("integration_log_positions")
    .set({
      streamed_position: end,
      batch_end: null,
      stream_due_at: sql<number | null>`case when position > ${end} then cast(${dueAt} as bigint) end`,
    })
    .where("integration", "=", integration)
    .where("batch_end", "=", end)
    .execute();
}

async function postpone(
  { db, now }: PlatformContext,
  { integration, end }: DueLog,
  milliseconds: number,
): Promise<void> {
  await db
    .updateTable("integration_log_positions")
    .set({ stream_due_at: now() + milliseconds })
    .where("integration", "=", integration)
    .where("batch_end", "=", end)
    .execute();
}

/** A delivery of a stream. */
interface StreamBatch {
  readonly kind: StreamKind;
  /** The same after a crash. */
  readonly id: string;
  readonly content: Readonly<Record<string, unknown>>;
}

async function readBatches(
  { db }: PlatformContext,
  { integration, after, end }: DueLog,
  { level, integrations, installations }: StreamFilter,
): Promise<readonly StreamBatch[]> {
  if (integrations?.includes(integration) === false) return [];
  let query = db
    .selectFrom("integration_logs")
    .selectAll()
    .where("integration", "=", integration)
    .where("position", ">", after)
    .where("position", "<=", end);
  if (level !== undefined) query = query.where("level", ">=", logLevels.indexOf(level));
  if (installations !== undefined) query = query.where("installation_id", "in", inList(installations));
  const rows = await query.orderBy("position").execute();
  return splitByBytes(rows).map((part) => ({
    kind: "logs",
    // Another filter, set between a crash and now, splits the lines differently. A removed integration's name can be used
    // again, with the same positions.
    id: createIdFromKey(
      "lin",
      integration,
      `${part[0]?.position} ${part.at(-1)?.position} ${part.length} ${part[0]?.written_at}`,
    ),
    content: { integration, lines: part.map((row) => showLogLine(toLogLine(row))) },
  }));
}

function splitByBytes(rows: readonly LogRow[]): readonly (readonly LogRow[])[] {
  const parts: LogRow[][] = [];
  let room = 0;
  for (const row of rows) {
    if (row.bytes > room) {
      parts.push([]);
      room = maxBatchBytes;
    }
    parts.at(-1)?.push(row);
    room -= row.bytes;
  }
  return parts;
}

async function handOver(
  { deliveries }: PlatformContext,
  endpointId: string,
  { kind, id, content }: StreamBatch,
): Promise<void> {
  const type = streamEventTypes[kind];
  const body = JSON.stringify({ eventId: id, type, ...content });
  await deliveries.enqueue([{ id, type, body, endpointIds: [endpointId] }]).catch(ignoreHandedOver);
}

const handedOver: readonly string[] = ["event_conflict", "event_expunged"];

/** Ignores that an entry was handed over before it got its outcome, or a batch before lines in it expired. */
function ignoreHandedOver(error: unknown): void {
  if (!(error instanceof DeliveryError && handedOver.includes(error.code))) throw error;
}
