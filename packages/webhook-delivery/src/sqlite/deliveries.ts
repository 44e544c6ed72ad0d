import { DeliveryError } from "../errors/delivery-error.ts";
import type { EventStore } from "../store/delivery-store.ts";
import type { Delivery, OverdueDelivery } from "../model/delivery.ts";
import type { EnqueuedEvent, EventInput } from "../model/event-input.ts";
import { checkEvent, checkExpunge, refuseExpunged } from "../queue/check-input.ts";
import { createGroupCommit } from "../queue/group-commit.ts";
import { fromRowId, number, optionalText, type Row, text } from "../rows/columns.ts";
import { toAttempt, toDelivery, toStoredEvent } from "../rows/delivery-row.ts";
import { addSubscribers, enqueueEvents } from "./enqueue.ts";
import { countDeliveries } from "./count-deliveries.ts";
import { groupFailures } from "./group-failures.ts";
import { removeDeliveries } from "./cleaner.ts";
import { expungeEvents } from "./expunge.ts";
import { isSorted } from "../queue/delivery-list.ts";
import { listDeliveries } from "./list-deliveries.ts";
import { listSorted } from "./list-sorted.ts";
import { advanceGroup, requeue } from "./ordering-groups.ts";
import type { SqliteSession } from "./session.ts";

const selectDelivery = `
  SELECT d.*, v.id AS event_id, v.type AS event_type, v.expunged_at, e.id AS endpoint_id
  FROM webhook_deliveries d JOIN webhook_events v ON v.seq = d.event JOIN webhook_endpoints e ON e.seq = d.endpoint
  WHERE e.id IS NOT NULL`;

const eventsPerCommit = 500;
const endpointsForOldest = 1000;

/** Creates the delivery operations of an SQLite store. */
export function createSqliteDeliveries(session: SqliteSession): EventStore {
  const { prepare, transact, transactThenSync, listeners, handOver } = session;
  const commitEvents = createGroupCommit<EventInput, EnqueuedEvent>(
    (events) =>
      handOver.write(async (hand) => {
        const accepted = await transactThenSync(() => enqueueEvents(session, events, hand));
        if (accepted.isLeft) listeners.call();
        return accepted;
      }),
    eventsPerCommit,
  );

  async function change(id: string, act: (row: Row) => void): Promise<Delivery> {
    const delivery = await transact(() => {
      act(getRow(session, id));
      return toDelivery(getRow(session, id));
    });
    listeners.call();
    return delivery;
  }

  return {
    async enqueue(events) {
      for (const event of events) checkEvent(event);
      return commitEvents(events);
    },
    async publish(events) {
      return commitEvents(addSubscribers(session, events));
    },
    async getEvent({ tenant = "", id }) {
      const row = prepare("SELECT * FROM webhook_events WHERE id = ? AND tenant = ?").get(id, tenant);
      return row === undefined ? undefined : toStoredEvent(row);
    },
    async getDelivery(id) {
      const row = findRow(session, id);
      return row === undefined ? undefined : toDelivery(row);
    },
    removeEvents: (keys) =>
      transact(() => {
        for (const { tenant = "", id } of keys) {
          const event = prepare("SELECT seq FROM webhook_events WHERE id = ? AND tenant = ?").get(id, tenant);
          if (event === undefined) continue;
          const ofEvent = "SELECT seq, event FROM webhook_deliveries WHERE event = ?";
          removeDeliveries(session, prepare(ofEvent).all(number(event, "seq")));
          prepare("DELETE FROM webhook_events WHERE seq = ?").run(number(event, "seq"));
        }
      }),
    async listDeliveries(query = {}) {
      return isSorted(query) ? listSorted(session, query) : listDeliveries(session, query);
    },
    async countDeliveries(query) {
      return countDeliveries(session, query);
    },
    async groupFailures(query) {
      return groupFailures(session, query);
    },
    countInFlight: async (tenants) =>
      number(session.first(selectInFlight, JSON.stringify(tenants)), "in_flight"),
    oldestDue: async () => findOldestDue(session),
    async listAttempts(deliveryId) {
      const seq = fromRowId("delivery", deliveryId) ?? 0;
      return prepare("SELECT * FROM webhook_attempts WHERE delivery = ? ORDER BY number")
        .all(seq)
        .map(toAttempt);
    },
    resend: (id) =>
      change(id, (row) => {
        const state = text(row, "state");
        if (state === "sending" || state === "waiting") return;
        if (row["expunged_at"] !== null) refuseExpunged(text(row, "event_id"));
        requeue(session, row);
      }),
    async expunge(input) {
      checkExpunge(input);
      return await expungeEvents(session, input);
    },
    cancelDelivery: (id) => change(id, (row) => cancel(session, row)),
  };
}

// Reads the whole index: it has no more entries than workers have slots.
const selectInFlight = `
  SELECT count(*) AS in_flight
  FROM webhook_deliveries d INDEXED BY webhook_deliveries_sending CROSS JOIN webhook_endpoints e ON e.seq = d.endpoint
  WHERE d.state = 'sending' AND d.endpoint > 0 AND d.lease IS NOT NULL AND e.tenant IN (SELECT value FROM json_each(?))`;

// Due deliveries of endpoints visible to claims, and retries not yet marked as due.
const selectOldestDue = `
  WITH called (endpoint) AS (
    SELECT * FROM (SELECT endpoint FROM webhook_turns INDEXED BY webhook_turns_open
      WHERE not_before = 0 AND fairness_group >= '' ORDER BY fairness_group, endpoint LIMIT ${endpointsForOldest})
    UNION ALL
    SELECT * FROM (SELECT endpoint FROM webhook_turns INDEXED BY webhook_turns_later
      WHERE not_before > 0 AND not_before <= :now ORDER BY not_before LIMIT ${endpointsForOldest})
  ), due (endpoint, due_at) AS (
    SELECT endpoint, (SELECT due_at FROM webhook_deliveries INDEXED BY webhook_deliveries_ready
      WHERE ready = 1 AND endpoint = called.endpoint ORDER BY seq LIMIT 1)
    FROM called
    UNION ALL
    SELECT * FROM (SELECT endpoint, due_at FROM webhook_deliveries
      WHERE state = 'scheduled' AND ready = 0 AND due_at <= :now ORDER BY due_at LIMIT 1)
  )
  SELECT e.id AS endpoint_id, due.due_at FROM due CROSS JOIN webhook_endpoints e ON e.seq = due.endpoint
  WHERE e.id IS NOT NULL AND due.due_at IS NOT NULL ORDER BY due.due_at LIMIT 1`;

function findOldestDue({ prepare, now }: SqliteSession): OverdueDelivery | undefined {
  const row = prepare(selectOldestDue).get({ now: now() });
  return row && { endpointId: text(row, "endpoint_id"), dueAt: number(row, "due_at") };
}

function findRow({ prepare }: SqliteSession, id: string): Row | undefined {
  const seq = fromRowId("delivery", id);
  return seq === undefined ? undefined : prepare(`${selectDelivery} AND d.seq = ?`).get(seq);
}

function getRow(session: SqliteSession, id: string): Row {
  const row = findRow(session, id);
  if (row === undefined) throw new DeliveryError("delivery_not_found", `delivery ${id} does not exist`);
  return row;
}

function cancel(session: SqliteSession, row: Row): void {
  if (text(row, "state") === "delivered") return;
  session
    .prepare(
      `UPDATE webhook_deliveries SET state = 'failed', failure_reason = 'canceled', ready = 0, blocks = 0,
         finished_at = coalesce(finished_at, ?) WHERE seq = ?`,
    )
    .run(session.now(), number(row, "seq"));
  const key = optionalText(row, "ordering_key");
  if (key !== undefined) advanceGroup(session, { endpoint: number(row, "endpoint"), key });
}
