import type { EndpointHour } from "../model/endpoint.ts";
import type { AttemptRecord, Recorded, RecordRequest } from "../store/delivery-queue.ts";
import { classifyForEndpoint } from "../policy/decide-outcome.ts";
import { countHour, toDeliveryChange } from "../queue/attempt-effects.ts";
import { latencyColumns } from "../queue/latency-counts.ts";
import { isHeldBack, noteAttempts } from "../queue/endpoint-health.ts";
import { fromRowId, number, text } from "../rows/columns.ts";
import { isHeld, toHealth } from "../rows/endpoint-row.ts";
import { findEndpointRow, saveHealth } from "./endpoint-rows.ts";
import { advanceGroup } from "./ordering-groups.ts";
import type { SqliteSession } from "./session.ts";
import { addTurn, postponeTurn } from "./turns.ts";

// Values are bound by position: by name takes a third longer, and this runs for each attempt.
const updateDelivery = `
  UPDATE webhook_deliveries SET state = ?, ready = ?, due_at = ?, scheduled_at = ?,
    attempts = attempts + ?, schedule_attempts = ?, failure_reason = ?,
    last_status = iif(?, ?, last_status), last_error_code = iif(?, ?, last_error_code),
    finished_at = ?, lease = NULL
  WHERE seq = ? AND state = 'sending' AND fence = ?`;

const insertAttempt = "INSERT INTO webhook_attempts (delivery, number, next_at, result) VALUES (?, ?, ?, ?)";

const counted = ["delivered", "failed", "attempts", "attempt_milliseconds", ...latencyColumns];

const insertHour = `
  INSERT INTO webhook_endpoint_hours (endpoint, hour, ${counted.join(", ")})
  VALUES (?, ?, ${counted.map(() => "?").join(", ")})
  ON CONFLICT (endpoint, hour) DO UPDATE SET ${counted.map((column) => `${column} = ${column} + excluded.${column}`).join(", ")}`;

/** Adds counts to an endpoint's hour. */
export function addHour({ prepare }: SqliteSession, endpoint: number, counts: EndpointHour): void {
  const { hour, delivered, failed, attempts, attemptMilliseconds, latencies } = counts;
  prepare(insertHour).run(endpoint, hour, delivered, failed, attempts, attemptMilliseconds, ...latencies);
}

/** Writes outcomes with their attempts. Runs inside a transaction. */
export function recordAttempts(session: SqliteSession, request: RecordRequest): Recorded {
  const now = session.now();
  const refused: string[] = [];
  const byEndpoint = new Map<string, AttemptRecord[]>();
  for (const record of request.records) {
    if (!saveAttempt(session, record, now)) {
      refused.push(record.delivery.id);
      continue;
    }
    const records = byEndpoint.get(record.delivery.endpointId);
    if (records === undefined) byEndpoint.set(record.delivery.endpointId, [record]);
    else records.push(record);
  }
  const heldBack = [...byEndpoint]
    .filter(([endpointId, records]) => noteEndpoint(session, endpointId, records, request, now))
    .map(([endpointId]) => endpointId);
  return { refused, heldBack };
}

function saveAttempt({ prepare }: SqliteSession, record: AttemptRecord, now: number): boolean {
  const { delivery, result } = record;
  const seq = fromRowId("delivery", delivery.id) ?? 0;
  const change = toDeliveryChange(record, now);
  const isAttempt = change.isAttempt ? 1 : 0;
  const { changes } = prepare(updateDelivery).run(
    change.state,
    change.ready ? 1 : 0,
    change.dueAt,
    now,
    isAttempt,
    change.scheduleAttempts,
    change.failureReason,
    isAttempt,
    result.status ?? null,
    isAttempt,
    result.errorCode ?? null,
    change.finishedAt,
    seq,
    delivery.fence,
  );
  if (changes === 0) return false;
  if (!change.isAttempt) return true;
  const { outcome } = record;
  const nextAt = outcome.state === "scheduled" ? outcome.at : null;
  prepare(insertAttempt).run(seq, delivery.attempt, nextAt, JSON.stringify(result));
  return true;
}

/** Updates an endpoint's health from its records. Returns true if sending to it must pause. */
function noteEndpoint(
  session: SqliteSession,
  endpointId: string,
  records: readonly AttemptRecord[],
  request: RecordRequest,
  now: number,
): boolean {
  const row = findEndpointRow(session, endpointId);
  if (row === undefined) return true;
  const endpoint = number(row, "seq");
  addHour(session, endpoint, countHour(records, now));

  const wasActive = text(row, "status") === "active";
  const before = toHealth(row);
  const ends = records.map((record) => ({ attemptClass: classifyForEndpoint(record), at: now }));
  const noted = noteAttempts(before, ends, request);
  const { health, disabled } = noted;
  if (health !== before) {
    saveHealth(session, endpoint, health);
    if (health.circuit !== before.circuit && !isHeld(row)) postponeTurn(session, endpoint, 0);
  }
  if (records.some(({ outcome }) => outcome.state === "scheduled" && outcome.at <= now))
    addTurn(session, endpoint);
  if (disabled !== undefined && wasActive) {
    session
      .prepare(
        "UPDATE webhook_endpoints SET status = 'disabled', disabled_reason = ?, updated_at = ? WHERE seq = ?",
      )
      .run(disabled, now, endpoint);
    session
      .prepare(
        "INSERT INTO webhook_notices (endpoint, reason, disabled_at, failing_since) VALUES (?, ?, ?, ?)",
      )
      .run(endpoint, disabled, now, health.failingSince ?? null);
  }
  for (const { delivery, outcome } of records) {
    if (delivery.ordering === undefined || outcome.state === "scheduled") continue;
    advanceGroup(session, { endpoint, key: delivery.ordering.key });
  }
  return isHeldBack(wasActive && !isHeld(row), noted);
}
