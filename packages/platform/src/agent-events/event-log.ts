import type { JsonObject } from "@plugboard/api";
import type { Endpoint } from "@plugboard/webhook-delivery";
import { agentEventScope } from "../common/agent-event-scope.ts";
import { isoTime } from "../common/iso-time.ts";
import type { PlatformContext } from "../database/platform-context.ts";
import type { EventRow } from "../database/tables.ts";
import { decideTargets, toAddressedEvent } from "../delivery/decide-targets.ts";
import { loadRecipientParts } from "../delivery/recipients.ts";
import { firstPosition, sendTo } from "../delivery/replay-events.ts";
import { type AgentEventType, agentDataOf, toFilter } from "./agent-event-types.ts";
import type { LogPosition } from "./event-cursor.ts";

const batchSize = 200;
/** Events that one call reads, whether they match or not. */
const maxRead = 2000;
/** Events that a new subscription replays. */
const maxReplayed = 1000;
const maxReplayRead = 10_000;
const settlingMilliseconds = 1000;

/** The start of reading the log. */
export interface LogStart {
  readonly from: LogPosition;
  readonly maxAgeMs?: number | null | undefined;
  /** How long events are kept (ms). */
  readonly keptMilliseconds: number;
}

/** An event for an agent. */
export interface AgentEventOccurrence {
  readonly eventId: string;
  readonly name: string;
  readonly timestamp: string;
  readonly data: JsonObject;
}

/**
 * Returns the position after all events of an organization that were fanned out. No other event gets a lower position,
 * unless its transaction takes longer than a second.
 */
export async function settledPosition(
  context: PlatformContext,
  organizationId: string,
): Promise<LogPosition> {
  const newest = await newestPosition(context, organizationId, context.now() - settlingMilliseconds);
  const waiting = await firstWaiting(context, organizationId);
  return { position: Math.min(newest, (waiting ?? Infinity) - 1), time: context.now() };
}

async function newestPosition(
  { db }: PlatformContext,
  organizationId: string,
  createdBefore: number,
): Promise<number> {
  const row = await db
    .selectFrom("events")
    .select("position")
    .where("organization_id", "=", organizationId)
    .where("created_at", "<=", Math.min(createdBefore, Number.MAX_SAFE_INTEGER))
    .orderBy("position", "desc")
    .limit(1)
    .executeTakeFirst();
  return row?.position ?? 0;
}

/** Returns the position of an organization's first event whose deliveries aren't written yet. */
export async function firstWaiting(
  { db }: PlatformContext,
  organizationId: string,
): Promise<number | undefined> {
  const row = await db
    .selectFrom("events")
    .select(({ fn }) => fn.min("position").as("position"))
    .where("organization_id", "=", organizationId)
    .where("fanned_out_at", "is", null)
    .executeTakeFirst();
  return row?.position ?? undefined;
}

/**
 * Returns where to start reading, no earlier than `maxAgeMs` ago and than the oldest stored event, and whether events
 * may be missing in between.
 */
export async function startOf(
  context: PlatformContext,
  organizationId: string,
  { from, maxAgeMs, keptMilliseconds }: LogStart,
): Promise<{ readonly start: LogPosition; readonly truncated: boolean }> {
  const now = context.now();
  const oldest = now - Math.min(maxAgeMs ?? Infinity, keptMilliseconds);
  if (from.time >= oldest) return { start: from, truncated: false };
  const position = (await firstPosition(context, organizationId, oldest)) - 1;
  if (position <= from.position) return { start: from, truncated: from.time < now - keptMilliseconds };
  return { start: { position, time: oldest }, truncated: true };
}

interface LogPart {
  readonly rows: readonly EventRow[];
  /** All events up to this position were read. */
  readonly end: LogPosition;
  readonly isMore: boolean;
}

/** Reads a batch of events up to a position, oldest first. */
async function readPart(
  context: PlatformContext,
  organizationId: string,
  after: LogPosition,
  upTo: LogPosition,
): Promise<LogPart> {
  const rows = await context.db
    .selectFrom("events")
    .selectAll()
    .where("organization_id", "=", organizationId)
    .where("position", ">", after.position)
    .where("position", "<=", upTo.position)
    .orderBy("position")
    .limit(batchSize)
    .execute();
  const last = rows.at(-1);
  if (rows.length === batchSize && last !== undefined)
    return { rows, end: { position: last.position, time: last.created_at }, isMore: true };
  return { rows, end: { ...upTo, position: Math.max(upTo.position, after.position) }, isMore: false };
}

/** The part of an event's definition that selects events. */
export interface LogFilter extends Pick<AgentEventType, "name" | "type" | "installationId"> {
  readonly arguments: JsonObject;
}

/** Returns the next matching events for an agent. */
export async function readOccurrences(
  context: PlatformContext,
  organizationId: string,
  filter: LogFilter,
  { after, limit }: { readonly after: LogPosition; readonly limit: number },
): Promise<{
  readonly events: readonly AgentEventOccurrence[];
  readonly end: LogPosition;
  readonly isMore: boolean;
}> {
  const events: AgentEventOccurrence[] = [];
  const upTo = await settledPosition(context, organizationId);
  let end = after;
  for (let read = 0; read < maxRead; read += batchSize) {
    const part = await readPart(context, organizationId, end, upTo);
    const matching = await selectMatching(context, part.rows, filter);
    for (const { row, occurrence } of matching) {
      events.push(occurrence);
      if (events.length < limit) continue;
      const isMore = part.isMore || row.position < part.end.position;
      return { events, end: { position: row.position, time: row.created_at }, isMore };
    }
    end = part.end;
    if (!part.isMore) return { events, end, isMore: false };
  }
  return { events, end, isMore: true };
}

async function selectMatching(
  context: PlatformContext,
  rows: readonly EventRow[],
  { name, type, installationId, arguments: input }: LogFilter,
): Promise<readonly { readonly row: EventRow; readonly occurrence: AgentEventOccurrence }[]> {
  const typed = rows.filter(
    (row) =>
      row.type === type &&
      row.expunged_at === null &&
      (row.installation_id === null || row.installation_id === installationId),
  );
  // Recipients are loaded in the order of their ids, so this one is among the first after its own prefix.
  const parts = await loadRecipientParts(
    context,
    typed.map((row) => ({ ...row, fan_out_after: installationId.slice(0, -1) })),
  );
  const endpoints = [{ id: name, eventTypes: [type], filter: toFilter(type, input), scope: agentEventScope }];
  return typed.flatMap((row, index) => {
    const recipient = parts[index]?.recipients.find((each) => each.installationId === installationId);
    if (recipient === undefined) return [];
    const event = toAddressedEvent(row, installationId, context.product);
    const { endpointIds } = decideTargets(event, [{ ...recipient, handles: [], endpoints }]);
    if (endpointIds.length === 0) return [];
    const received = event.received();
    const timestamp = isoTime(row.created_at);
    return [{ row, occurrence: { eventId: received.eventId, name, timestamp, data: agentDataOf(received) } }];
  });
}

/**
 * Sends the matching events after a position to a new subscription.
 *
 * @returns whether some events are not sent because there are too many
 */
export async function replayLog(
  context: PlatformContext,
  organizationId: string,
  endpoint: Endpoint,
  after: LogPosition,
): Promise<boolean> {
  // Includes events that are being fanned out, perhaps without the new endpoint.
  const upTo = { position: await newestPosition(context, organizationId, Infinity), time: context.now() };
  let end = after;
  let sent = 0;
  for (let read = 0; read < maxReplayRead; read += batchSize) {
    const part = await readPart(context, organizationId, end, upTo);
    const chosen = part.rows.filter(
      ({ type, installation_id: only, expunged_at }) =>
        endpoint.eventTypes.includes(type) &&
        expunged_at === null &&
        (only === null || only === endpoint.tenant),
    );
    sent += await sendTo(context, endpoint, chosen);
    end = part.end;
    if (!part.isMore) return false;
    if (sent >= maxReplayed) return true;
  }
  return true;
}
