import type { DeliveryStore, EventInput } from "@plugboard/webhook-delivery";
import type { Selectable } from "kysely";
import type { PlatformContext } from "../platform/platform-context.ts";
import { readObject } from "../platform/stored-json.ts";
import type { EventTable } from "../storage/tables.ts";
import { decideTargets } from "./decide-targets.ts";
import { eventIdFor } from "./event-id-for.ts";
import { createIntegrationEndpoints, type IntegrationEndpoints } from "./integration-endpoints.ts";
import { loadRecipients, type StoredRecipient } from "./load-recipients.ts";

const batchSize = 200;

type EventRow = Selectable<EventTable>;

/** Turns events into deliveries. */
export interface FanOut {
  /** Handles one batch of due events; returns how many it took. Two servers never take the same one. */
  readonly runOnce: () => Promise<number>;
}

/**
 * Events are leased, their deliveries enqueued, and only then are they marked as done. A crash in between repeats the
 * enqueue, which adds nothing the second time.
 */
export function createFanOut(
  context: PlatformContext,
  deliveries: DeliveryStore,
  leaseMilliseconds: number,
): FanOut {
  const endpoints = createIntegrationEndpoints(deliveries);
  return {
    runOnce: async () => {
      const rows = await leaseEvents(context, leaseMilliseconds);
      if (rows.length === 0) return 0;
      const loaded = new Map<string, Promise<readonly StoredRecipient[]>>();
      const recipientsOf = (row: EventRow): Promise<readonly StoredRecipient[]> => {
        const key = `${row.installation_id}|${row.space_id}|${row.site_id}`;
        const known = loaded.get(key) ?? loadRecipients(context, deliveries, row);
        loaded.set(key, known);
        return known;
      };
      const fannedOut = await Promise.all(
        rows.map(async (row) => ({ row, ...toDeliveries(row, await recipientsOf(row)) })),
      );
      await ensureEndpoints(
        endpoints,
        fannedOut.flatMap((event) => event.reached),
      );
      await deliveries.enqueue(fannedOut.flatMap((event) => event.inputs));
      await markDone(context, fannedOut);
      return rows.length;
    },
  };
}

/** The deliveries of one event: for each entitled installation, its body and where it goes. */
function toDeliveries(
  row: EventRow,
  recipients: readonly StoredRecipient[],
): { readonly inputs: EventInput[]; readonly reached: readonly StoredRecipient[] } {
  const event = {
    type: row.type,
    ...(row.space_id !== null && { spaceId: row.space_id }),
    ...(row.site_id !== null && { siteId: row.site_id }),
  };
  const fields = readObject(row.payload);
  const inputs: EventInput[] = [];
  const reached: StoredRecipient[] = [];
  for (const recipient of recipients) {
    const targets = decideTargets(event, [recipient]);
    const endpointIds = [...targets.installationIds, ...targets.endpointIds];
    if (endpointIds.length === 0) continue;
    const { installationId } = recipient;
    const id = eventIdFor({ id: row.id, installationId: row.installation_id }, installationId);
    const body = JSON.stringify({ eventId: id, type: row.type, installationId, ...fields });
    inputs.push({ id, type: row.type, body, endpointIds });
    reached.push(recipient);
  }
  return { inputs, reached };
}

async function ensureEndpoints(
  endpoints: IntegrationEndpoints,
  reached: readonly StoredRecipient[],
): Promise<void> {
  const distinct = new Map(reached.map((recipient) => [recipient.installationId, recipient]));
  for (const { installationId, paused, url } of distinct.values()) {
    await endpoints.ensure({ id: installationId, paused, url });
  }
}

async function leaseEvents({ db, now }: PlatformContext, leaseMilliseconds: number): Promise<EventRow[]> {
  const time = now();
  const rows = await db
    .updateTable("events")
    .set({ leased_until: time + leaseMilliseconds })
    .where("position", "in", (query) =>
      query
        .selectFrom("events")
        .select("position")
        .where("recipients", "is", null)
        .where("due_at", "<=", time)
        .where("leased_until", "<", time)
        .orderBy("due_at")
        .orderBy("position")
        .limit(batchSize),
    )
    // Checked again on the row itself: another server may have leased it after the list was read.
    .where("leased_until", "<", time)
    .returningAll()
    .execute();
  return rows.toSorted((a, b) => a.position - b.position);
}

async function markDone(
  { db }: PlatformContext,
  events: readonly { readonly row: EventRow; readonly reached: readonly StoredRecipient[] }[],
): Promise<void> {
  const groups = Map.groupBy(events, ({ reached }) =>
    JSON.stringify(reached.map((recipient) => recipient.installationId)),
  );
  await db.transaction().execute(async (transaction) => {
    for (const [recipients, group] of groups) {
      await transaction
        .updateTable("events")
        .set({ recipients })
        .where(
          "position",
          "in",
          group.map(({ row }) => row.position),
        )
        .execute();
    }
  });
}
