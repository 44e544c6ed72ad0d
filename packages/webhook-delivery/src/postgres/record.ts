import type { AttemptRecord, Recorded, RecordRequest } from "../store/delivery-queue.ts";
import { hourOf, toDeliveryChange } from "../queue/attempt-effects.ts";
import { latencyClass, latencyColumns } from "../queue/latency-counts.ts";
import { fromRowId, number } from "../rows/columns.ts";
import { advanceGroups, lockGroups, type OrderingGroup, orderingGroupsOf } from "./ordering-groups.ts";
import { type AcceptedRecord, noteEndpoints } from "./note-endpoints.ts";
import type { PostgresSession, Query } from "./session.ts";
import { named } from "./statements.ts";
import { addTurns } from "./turns.ts";

// One statement writes outcomes, attempts and counts together. Only deliveries still held under the claim's
// fence are written and returned. The state condition deliberately matches no index: rows must be found by
// their number, not among all that are being sent.
const save = named(
  "save_attempts",
  `
  WITH given AS (
    SELECT * FROM unnest($1::bigint[], $2::integer[], $3::text[], $4::boolean[], $5::bigint[], $6::integer[], $7::text[],
      $8::integer[], $9::text[], $10::bigint[], $11::integer[], $12::bigint[], string_to_array($13, E'\\n'),
      $14::double precision[], $17::smallint[], $18::boolean[])
      AS given (seq, fence, state, ready, due_at, schedule_attempts, failure_reason, last_status, last_error_code,
        finished_at, number, next_at, result, milliseconds, latency, is_attempt)
  ), saved AS (
    UPDATE webhooks.deliveries AS d SET state = given.state, ready = given.ready, due_at = given.due_at, scheduled_at = $16,
      attempts = d.attempts + given.is_attempt::integer, schedule_attempts = given.schedule_attempts,
      failure_reason = given.failure_reason, finished_at = given.finished_at, lease = NULL,
      last_status = CASE WHEN given.is_attempt THEN given.last_status ELSE d.last_status END,
      last_error_code = CASE WHEN given.is_attempt THEN given.last_error_code ELSE d.last_error_code END
    FROM given WHERE d.seq = given.seq AND CASE WHEN d.state = 'sending' THEN d.fence = given.fence END
    RETURNING d.seq, d.endpoint, d.ordering_key, given.number, given.next_at, given.result, given.state, given.milliseconds,
      given.latency, given.is_attempt
  ), logged AS (
    INSERT INTO webhooks.attempts (delivery, number, next_at, result)
    SELECT seq, number, next_at, result FROM saved WHERE is_attempt
  ), counted AS (
    INSERT INTO webhooks.endpoint_hours AS known (endpoint, hour, delivered, failed, attempts, attempt_milliseconds,
      ${latencyColumns.join(", ")})
    SELECT endpoint, $15::bigint, count(*) FILTER (WHERE state = 'delivered'), count(*) FILTER (WHERE state = 'failed'),
      count(*) FILTER (WHERE is_attempt), coalesce(sum(milliseconds) FILTER (WHERE is_attempt), 0),
      ${latencyColumns.map((_, index) => `count(*) FILTER (WHERE is_attempt AND latency = ${index})`).join(", ")}
    FROM saved GROUP BY endpoint ORDER BY endpoint
    ON CONFLICT (endpoint, hour) DO UPDATE SET delivered = known.delivered + excluded.delivered,
      failed = known.failed + excluded.failed, attempts = known.attempts + excluded.attempts,
      attempt_milliseconds = known.attempt_milliseconds + excluded.attempt_milliseconds,
      ${latencyColumns.map((column) => `${column} = known.${column} + excluded.${column}`).join(", ")}
  )
  SELECT saved.seq, saved.endpoint, saved.ordering_key, e.*
  FROM saved LEFT JOIN LATERAL (
    SELECT status = 'active' AND holds = '[]' AS open, circuit IS NOT NULL OR failing_since IS NOT NULL AS ailing
    FROM webhooks.endpoints WHERE seq = saved.endpoint LIMIT 1
  ) AS e ON true`,
);

/** Writes outcomes with their attempts. */
export async function recordAttempts(session: PostgresSession, request: RecordRequest): Promise<Recorded> {
  const plain = request.records.filter(isPlain);
  const others = request.records.filter((record) => !isPlain(record));
  const both = [
    await recordPlain(session, { ...request, records: plain }),
    await recordOthers(session, { ...request, records: others }),
  ];
  return {
    refused: both.flatMap(({ refused }) => refused),
    heldBack: both.flatMap(({ heldBack }) => heldBack),
  };
}

const nothingRecorded: Recorded = { refused: [], heldBack: [] };

/**
 * Returns whether a record is a success outside of any ordering group, which usually has no further effects.
 */
function isPlain({ delivery, outcome }: AttemptRecord): boolean {
  return outcome.state === "delivered" && delivery.ordering === undefined;
}

/** Takes one statement, unless an endpoint recovers. */
async function recordPlain(session: PostgresSession, request: RecordRequest): Promise<Recorded> {
  if (request.records.length === 0) return nothingRecorded;
  const { query, transact } = session;
  const now = session.now();
  const { accepted, refused, closed, ailing } = await saveRecords(query, request.records, now);
  const noted = ailing ? await transact((within) => noteEndpoints(within, accepted, request, now)) : [];
  return { refused, heldBack: [...closed, ...noted] };
}

async function recordOthers(session: PostgresSession, request: RecordRequest): Promise<Recorded> {
  const { records } = request;
  if (records.length === 0) return nothingRecorded;
  return session.transact(async (query) => {
    const now = session.now();
    await lockGroupsOf(query, records);
    const { accepted, refused, closed, groups } = await saveRecords(query, records, now);
    const noted = await noteEndpoints(query, accepted, request, now);
    await advanceGroups(query, groups, now);
    const dueAgain = accepted.filter(
      ({ record: { outcome } }) => outcome.state === "scheduled" && outcome.at <= now,
    );
    await addTurns(
      query,
      dueAgain.map(({ endpoint }) => endpoint),
    );
    return { refused, heldBack: [...closed, ...noted] };
  });
}

interface SavedRecords {
  readonly accepted: readonly AcceptedRecord[];
  readonly refused: string[];
  readonly groups: readonly OrderingGroup[];
  /** IDs of endpoints that are held, disabled or deleted. */
  readonly closed: readonly string[];
  /** Whether any endpoint has recorded failures. */
  readonly ailing: boolean;
}

async function saveRecords(
  query: Query,
  records: readonly AttemptRecord[],
  now: number,
): Promise<SavedRecords> {
  const saved = await query(save, toColumns(records, now));
  const endpoints = new Map(saved.map((row) => [number(row, "seq"), number(row, "endpoint")]));
  const accepted = records.flatMap((record) => {
    const endpoint = endpoints.get(seqOf(record));
    return endpoint === undefined ? [] : [{ record, endpoint }];
  });
  const closed = new Set(saved.filter((row) => row["open"] !== true).map((row) => number(row, "endpoint")));
  return {
    accepted,
    refused: records.filter((record) => !endpoints.has(seqOf(record))).map(({ delivery }) => delivery.id),
    groups: orderingGroupsOf(saved),
    closed: [
      ...new Set(
        accepted
          .filter(({ endpoint }) => closed.has(endpoint))
          .map(({ record }) => record.delivery.endpointId),
      ),
    ],
    ailing: saved.some((row) => row["ailing"] === true),
  };
}

function seqOf({ delivery }: AttemptRecord): number {
  return fromRowId("delivery", delivery.id) ?? 0;
}

/** Locks the ordering groups of the records. */
async function lockGroupsOf(query: Query, records: readonly AttemptRecord[]): Promise<void> {
  const ordered = records.filter(({ delivery }) => delivery.ordering !== undefined).map(seqOf);
  if (ordered.length === 0) return;
  const sql = "SELECT endpoint, ordering_key FROM webhooks.deliveries WHERE seq = ANY ($1)";
  await lockGroups(query, orderingGroupsOf(await query(sql, [ordered])));
}

function toColumns(records: readonly AttemptRecord[], now: number): unknown[] {
  const changes = records.map((record) => toDeliveryChange(record, now));
  return [
    records.map(seqOf),
    records.map(({ delivery }) => delivery.fence),
    changes.map(({ state }) => state),
    changes.map(({ ready }) => ready),
    changes.map(({ dueAt }) => dueAt),
    changes.map(({ scheduleAttempts }) => scheduleAttempts),
    changes.map(({ failureReason }) => failureReason),
    records.map(({ result }) => result.status ?? null),
    records.map(({ result }) => result.errorCode ?? null),
    changes.map(({ finishedAt }) => finishedAt),
    records.map(({ delivery }) => delivery.attempt),
    records.map(({ outcome }) => (outcome.state === "scheduled" ? outcome.at : null)),
    // One string, because quoting each item of an array is slow. JSON escapes line breaks, so they can
    // separate the items.
    records.map(({ result }) => JSON.stringify(result)).join("\n"),
    records.map(({ result }) => result.timings.total),
    hourOf(now),
    now,
    records.map(({ result }) => latencyClass(result.timings.total)),
    changes.map(({ isAttempt }) => isAttempt),
  ];
}
