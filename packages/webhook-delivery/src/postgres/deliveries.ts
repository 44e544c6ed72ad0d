import { DeliveryError } from "../errors/delivery-error.ts";
import type { EventStore } from "../store/delivery-store.ts";
import type { Delivery, OverdueDelivery } from "../model/delivery.ts";
import type { EnqueuedEvent, EventInput } from "../model/event-input.ts";
import { checkEvent, checkExpunge, refuseExpunged } from "../queue/check-input.ts";
import { createGroupCommit } from "../queue/group-commit.ts";
import type { Hand } from "../queue/hand-over.ts";
import { fromRowId, number, type Row, text } from "../rows/columns.ts";
import { toAttempt, toDelivery, toStoredEvent } from "../rows/delivery-row.ts";
import { type Accepted, createAcceptEvents } from "./accept-events.ts";
import { addSubscribers, enqueueEvents } from "./enqueue.ts";
import { countDeliveries } from "./count-deliveries.ts";
import { groupFailures } from "./group-failures.ts";
import { expungeEvents, keepBodies } from "./expunge.ts";
import { isSorted } from "../queue/delivery-list.ts";
import { listDeliveries } from "./list-deliveries.ts";
import { listSorted } from "./list-sorted.ts";
import { advanceGroups, lockGroups, orderingGroupsOf, requeue } from "./ordering-groups.ts";
import type { Notifier } from "./notifier.ts";
import type { PostgresSession, Query } from "./session.ts";
import { isConnectionLost } from "./unavailable.ts";

const selectDelivery = `
  SELECT d.*, v.id AS event_id, v.type AS event_type, e.id AS endpoint_id
  FROM webhooks.deliveries d JOIN webhooks.events v ON v.seq = d.event JOIN webhooks.endpoints e ON e.seq = d.endpoint
  WHERE e.id IS NOT NULL`;

const eventsPerCommit = 500;
const endpointsForOldest = 1000;
const uniqueViolation = "23505";

/** Creates the delivery operations of a PostgreSQL store. */
export function createPostgresDeliveries(session: PostgresSession, notifier: Notifier): EventStore {
  const { query, transact, now, listeners, handOver } = session;
  const acceptEvents = createAcceptEvents(session, notifier);
  const commitEvents = createGroupCommit<EventInput, EnqueuedEvent>(
    (events) =>
      handOver.write(async (hand) => {
        const accepted = (await acceptNew(events, hand)) ?? (await acceptAny(events));
        if (accepted.isLeft) listeners.call();
        return accepted;
      }),
    eventsPerCommit,
  );

  async function acceptNew(
    events: readonly EventInput[],
    hand: Hand | undefined,
  ): Promise<Accepted | undefined> {
    try {
      return await acceptEvents(events, hand);
    } catch (error) {
      // A concurrent call accepted one of them.
      if (error instanceof Error && "code" in error && error.code === uniqueViolation) return undefined;
      // The connection broke. If events were accepted anyway, the retry finds them; deliveries handed over
      // with them must be released first.
      const isLost = error instanceof DeliveryError && isConnectionLost(error.cause);
      if (isLost && hand === undefined) return undefined;
      throw error;
    }
  }

  async function acceptAny(events: readonly EventInput[]): Promise<Accepted> {
    const result = await transact(async (within) => {
      const written = await enqueueEvents(within, events, now());
      await notifier.notifyOthers(within);
      return written;
    });
    return { result, deliveries: [], endpoints: new Map(), isLeft: true };
  }

  async function change(id: string, act: (within: Query, row: Row) => Promise<void>): Promise<Delivery> {
    const delivery = await transact(async (within) => {
      const before = await getRow(within, id);
      await lockGroups(within, orderingGroupsOf([before]));
      await act(within, before);
      await notifier.notifyOthers(within);
      return toDelivery(await getRow(within, id));
    });
    listeners.call();
    return delivery;
  }

  return {
    async enqueue(events) {
      for (const event of events) checkEvent(event);
      return commitEvents(events);
    },
    publish: async (events) => commitEvents(await addSubscribers(query, events)),
    async getEvent({ tenant = "", id }) {
      const [row] = await query("SELECT * FROM webhooks.events WHERE id = $1 AND tenant = $2", [id, tenant]);
      return row && toStoredEvent(row);
    },
    async getDelivery(id) {
      const row = await findRow(query, id);
      return row && toDelivery(row);
    },
    removeEvents: (keys) =>
      transact(async (within) => {
        for (const { tenant = "", id } of keys) {
          const ofKey = "SELECT seq FROM webhooks.events WHERE id = $1 AND tenant = $2 FOR UPDATE";
          const [event] = await within(ofKey, [id, tenant]);
          if (event === undefined) continue;
          const seq = number(event, "seq");
          await within(
            "DELETE FROM webhooks.attempts WHERE delivery IN (SELECT seq FROM webhooks.deliveries WHERE event = $1)",
            [seq],
          );
          await within("DELETE FROM webhooks.deliveries WHERE event = $1", [seq]);
          await within("DELETE FROM webhooks.events WHERE seq = $1", [seq]);
        }
      }),
    listDeliveries: async (parts = {}) =>
      isSorted(parts) ? await listSorted(query, parts) : await listDeliveries(query, parts),
    countDeliveries: (asked) => countDeliveries(query, asked),
    groupFailures: (asked) => groupFailures(query, asked),
    async countInFlight(tenants) {
      const [row = {}] = await query(selectInFlight, [tenants]);
      return number(row, "in_flight");
    },
    oldestDue: async () => findOldestDue(query, now()),
    async listAttempts(deliveryId) {
      const sql = "SELECT * FROM webhooks.attempts WHERE delivery = $1 ORDER BY number";
      return (await query(sql, [fromRowId("delivery", deliveryId) ?? 0])).map(toAttempt);
    },
    resend: (id) =>
      change(id, async (within, row) => {
        const state = text(row, "state");
        if (state === "sending" || state === "waiting") return;
        const kept = await keepBodies(within, [row]);
        if (kept.length === 0) refuseExpunged(text(row, "event_id"));
        await requeue(within, kept, now());
      }),
    async expunge(input) {
      checkExpunge(input);
      return await expungeEvents(session, input);
    },
    cancelDelivery: (id) => change(id, (within, row) => cancel(within, row, now())),
  };
}

// Reads the whole index: it has no more entries than workers have slots.
const selectInFlight = `
  WITH sending AS MATERIALIZED (
    SELECT endpoint, count(*) AS deliveries FROM webhooks.deliveries
    WHERE state = 'sending' AND (endpoint, lease) > (0, 0) AND lease IS NOT NULL GROUP BY endpoint
  )
  SELECT coalesce(sum(sending.deliveries), 0) AS in_flight
  FROM sending CROSS JOIN LATERAL (SELECT tenant FROM webhooks.endpoints WHERE seq = sending.endpoint LIMIT 1) AS endpoint
  WHERE endpoint.tenant = ANY ($1)`;

// Due deliveries of endpoints visible to claims, and retries not yet marked as due.
const selectOldestDue = `
  WITH called AS (
    (SELECT endpoint FROM webhooks.turns WHERE not_before = 0 ORDER BY fairness_group, endpoint, seq LIMIT $2)
    UNION (SELECT endpoint FROM webhooks.turns WHERE not_before > 0 AND not_before <= $1 ORDER BY not_before, seq LIMIT $2)
  ), due AS (
    SELECT called.endpoint, next.due_at FROM called CROSS JOIN LATERAL (
      SELECT due_at FROM webhooks.deliveries
      WHERE ready AND (endpoint, seq) > (called.endpoint, 0) AND (endpoint, seq) < (called.endpoint + 1, 0)
      ORDER BY endpoint, seq LIMIT 1
    ) AS next
    UNION ALL (SELECT endpoint, due_at FROM webhooks.deliveries WHERE state = 'scheduled' AND NOT ready AND due_at <= $1
      ORDER BY due_at, endpoint LIMIT 1)
  )
  SELECT e.id AS endpoint_id, due.due_at
  FROM due CROSS JOIN LATERAL (SELECT id FROM webhooks.endpoints WHERE seq = due.endpoint LIMIT 1) AS e
  WHERE e.id IS NOT NULL ORDER BY due.due_at LIMIT 1`;

async function findOldestDue(query: Query, now: number): Promise<OverdueDelivery | undefined> {
  const [row] = await query(selectOldestDue, [now, endpointsForOldest]);
  return row && { endpointId: text(row, "endpoint_id"), dueAt: number(row, "due_at") };
}

async function findRow(query: Query, id: string): Promise<Row | undefined> {
  const [row] = await query(`${selectDelivery} AND d.seq = $1`, [fromRowId("delivery", id) ?? 0]);
  return row;
}

async function getRow(query: Query, id: string): Promise<Row> {
  const row = await findRow(query, id);
  if (row === undefined) throw new DeliveryError("delivery_not_found", `delivery ${id} does not exist`);
  return row;
}

async function cancel(query: Query, row: Row, now: number): Promise<void> {
  await query(
    `UPDATE webhooks.deliveries SET state = 'failed', failure_reason = 'canceled', ready = false, blocks = 0,
       finished_at = coalesce(finished_at, $2) WHERE seq = $1 AND state <> 'delivered'`,
    [number(row, "seq"), now],
  );
  await advanceGroups(query, orderingGroupsOf([row]), now);
}
