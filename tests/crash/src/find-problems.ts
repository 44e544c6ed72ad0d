import type { DeliveryQuery, DeliveryStore } from "@plugboard/webhook-delivery";
import { bulkSize, special } from "./subject-endpoints.ts";

/** Finds operations that a crash left incomplete, once all events are sent. */
export async function findProblems(store: DeliveryStore, polled: readonly string[]): Promise<string[]> {
  return [...(await findHalfRecoveries(store)), ...(await findBodies(store)), ...findHalfBulks(polled)];
}

async function findHalfRecoveries(store: DeliveryStore): Promise<string[]> {
  const recoveries = await store.listRecoveries(special.brief);
  return (
    recoveries
      // Failures just before the start may have been written just after the count.
      .filter(({ status, recovered, total }) => status !== "done" || recovered < total)
      .map(({ id, status, recovered, total }) => `recovery ${id} is ${status} with ${recovered} of ${total}`)
  );
}

async function findBodies(store: DeliveryStore): Promise<string[]> {
  const problems: string[] = [];
  for await (const { eventId } of eachDelivery(store, { endpointId: special.private })) {
    const event = await store.getEvent({ tenant: special.private, id: eventId });
    if (event?.expungedAt === undefined || event.body !== "") problems.push(`${eventId} was not expunged`);
  }
  return problems;
}

function findHalfBulks(polled: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const eventId of polled) {
    const [bulk = "", index] = eventId.split(" ");
    if (index !== undefined) counts.set(bulk, (counts.get(bulk) ?? 0) + 1);
  }
  return [...counts]
    .filter(([, count]) => count !== bulkSize)
    .map(([bulk, count]) => `${count} events of bulk ${bulk} were accepted`);
}

async function* eachDelivery(store: DeliveryStore, query: DeliveryQuery) {
  let cursor: string | undefined;
  do {
    const page = await store.listDeliveries({ ...query, cursor, limit: 1_000 });
    yield* page.items;
    ({ cursor } = page);
  } while (cursor !== undefined);
}
