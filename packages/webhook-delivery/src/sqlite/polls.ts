import type { PollStore } from "../store/delivery-store.ts";
import { countAcknowledged, countUnsent } from "../queue/attempt-effects.ts";
import { createPolls, maxPollBytes, type PollPosition } from "../polling/polls.ts";
import { number, optionalText, type Row, text } from "../rows/columns.ts";
import { makeDueReady } from "./claim.ts";
import { getEndpointRow } from "./endpoint-rows.ts";
import { advanceGroup } from "./ordering-groups.ts";
import { addHour } from "./record.ts";
import type { SqliteSession } from "./session.ts";

const handedOut =
  "FROM webhook_deliveries d INDEXED BY webhook_deliveries_polled WHERE d.state = 'sending' AND d.poll_position IS NOT NULL";

const countHandedOut = `
  SELECT count(*) AS total FROM (SELECT 1 ${handedOut} AND d.endpoint = ? AND d.poll_position > ? LIMIT ? + 0)`;

const selectNew = `
  SELECT seq FROM webhook_deliveries INDEXED BY webhook_deliveries_ready
  WHERE ready = 1 AND endpoint = ? ORDER BY seq LIMIT ? + 0`;

const selectHandedOutSince = "SELECT 1 FROM webhook_endpoints WHERE seq = ? AND poll_position > ?";

const selectOverdue =
  "SELECT 1 FROM webhook_deliveries WHERE state = 'scheduled' AND ready = 0 AND due_at <= ? LIMIT 1";

// No lease has the number 0, so no worker releases it.
const handOne = `
  UPDATE webhook_deliveries SET state = 'sending', ready = 0, lease = 0, fence = fence + 1, scheduled_at = ?, poll_position = ?
  WHERE seq = ?`;

const selectHandedOut = `
  SELECT d.seq, d.poll_position, d.created_at, d.resent,
    v.id AS event_id, v.type AS event_type, v.body, v.metadata, v.expires_at
  FROM webhook_deliveries d INDEXED BY webhook_deliveries_polled CROSS JOIN webhook_events v ON v.seq = d.event
  WHERE d.state = 'sending' AND d.poll_position IS NOT NULL AND d.endpoint = ? AND d.poll_position > ?
  ORDER BY d.poll_position LIMIT ? + 0`;

const finish = `
  UPDATE webhook_deliveries SET state = ?, failure_reason = ?, ready = 0, lease = NULL, finished_at = ?
  WHERE seq = ? AND finished_at IS NULL RETURNING scheduled_at, ordering_key`;

const selectAcknowledged = `
  SELECT d.seq ${handedOut} AND d.endpoint = ? AND d.poll_position <= ? ORDER BY d.poll_position LIMIT ? + 0`;

/** Creates the polling operations of an SQLite store. */
export function createSqlitePolls(session: SqliteSession): PollStore {
  const { prepare, first, now, secretBox, transactLightly, transactThenSync, listeners } = session;
  const hasNew = (endpoint: number): boolean =>
    prepare(selectNew).get(endpoint, 1) !== undefined || prepare(selectOverdue).get(now()) !== undefined;

  return createPolls({
    now,
    secretBox,
    watch: (listener) => listeners.add(listener),
    async findDue(polls) {
      if (prepare(selectOverdue).get(now()) !== undefined) {
        await transactLightly(() => makeDueReady(session, now()));
      }
      return polls
        .filter(
          ({ endpoint, position }) =>
            prepare(selectNew).get(endpoint, 1) !== undefined ||
            prepare(selectHandedOutSince).get(endpoint, position) !== undefined,
        )
        .map(({ endpoint }) => endpoint);
    },
    findEndpoint: async (id) => getEndpointRow(session, id),
    async findHandedOut(endpoint, position) {
      const row = prepare(`SELECT d.seq ${handedOut} AND d.endpoint = ? AND d.poll_position = ?`).get(
        endpoint,
        position,
      );
      return row && number(row, "seq");
    },
    async handOut({ endpoint, after }, limit) {
      if (!hasNew(endpoint)) return;
      await transactThenSync(() => {
        makeDueReady(session, now());
        const known = number(first(countHandedOut, endpoint, after, limit), "total");
        handOut(session, endpoint, limit - known);
      });
    },
    read: async (position, limit) => readHandedOut(session, position, limit),
    async expire(endpoint, deliveries) {
      await transactThenSync(() => failExpired(session, endpoint, deliveries));
      listeners.call();
    },
    async acknowledge(endpoint, upTo, limit) {
      const finished = await transactThenSync(() => {
        const rows = prepare(selectAcknowledged).all(endpoint, upTo, limit);
        const ended = finishAll(session, endpoint, {
          deliveries: rows.map((row) => number(row, "seq")),
          failureReason: null,
        });
        const handedOutAt = ended.map((row) => number(row, "scheduled_at"));
        if (ended.length > 0) addHour(session, endpoint, countAcknowledged(handedOutAt, now()));
        return ended;
      });
      if (finished.some((row) => optionalText(row, "ordering_key") !== undefined)) listeners.call();
      return { found: finished.length, marked: finished.length };
    },
  });
}

function handOut({ prepare, first, now }: SqliteSession, endpoint: number, limit: number): void {
  let position = number(
    first("SELECT poll_position FROM webhook_endpoints WHERE seq = ?", endpoint),
    "poll_position",
  );
  const found = limit > 0 ? prepare(selectNew).all(endpoint, limit) : [];
  if (found.length === 0) return;
  for (const row of found) {
    position += 1;
    prepare(handOne).run(now(), position, number(row, "seq"));
  }
  prepare("UPDATE webhook_endpoints SET poll_position = ? WHERE seq = ?").run(position, endpoint);
}

function readHandedOut(
  { prepare }: SqliteSession,
  { endpoint, after }: PollPosition,
  limit: number,
): readonly Row[] {
  const rows: Row[] = [];
  let bytes = 0;
  for (const row of prepare(selectHandedOut).iterate(endpoint, after, limit)) {
    bytes += Buffer.byteLength(text(row, "body"));
    if (rows.length > 0 && bytes > maxPollBytes) break;
    rows.push(row);
  }
  return rows;
}

/** Fails deliveries of a polling endpoint that were not fetched in time. Runs inside a transaction. */
export function failExpired(session: SqliteSession, endpoint: number, deliveries: readonly number[]): void {
  const failed = finishAll(session, endpoint, { deliveries, failureReason: "expired" });
  if (failed.length > 0) addHour(session, endpoint, countUnsent(failed.length, session.now()));
}

function finishAll(
  session: SqliteSession,
  endpoint: number,
  {
    deliveries,
    failureReason,
  }: { readonly deliveries: readonly number[]; readonly failureReason: "expired" | null },
): Row[] {
  const state = failureReason === null ? "delivered" : "failed";
  const finished = deliveries.flatMap((seq) =>
    session.prepare(finish).all(state, failureReason, session.now(), seq),
  );
  for (const row of finished) {
    const key = optionalText(row, "ordering_key");
    if (key !== undefined) advanceGroup(session, { endpoint, key });
  }
  return finished;
}
