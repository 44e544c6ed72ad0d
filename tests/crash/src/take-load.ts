import { randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { type DeliveryStore, DeliveryError, type EventInput } from "@plugboard/webhook-delivery";
import { bulkSize, bulkType, special, webhookIds } from "./subject-endpoints.ts";

const eventsPerCall = 10;
const callsPerUpkeep = 50;
const maxLifeMilliseconds = 40;

/** The load of a process under test. */
export interface Load {
  readonly store: DeliveryStore;
  /** Whether the special endpoints get events too. */
  readonly isWhole: boolean;
  /** Whether to start with a bulk. */
  readonly hasBulk: boolean;
  readonly pauseMilliseconds: number;
  /** Called with the IDs of events that are durable. */
  readonly onAccepted: (eventIds: readonly string[]) => void;
  readonly signal: AbortSignal;
}

/** Enqueues events endlessly. Events that the store didn't accept are not reported. */
export async function takeLoad({
  store,
  isWhole,
  hasBulk,
  pauseMilliseconds,
  onAccepted,
  signal,
}: Load): Promise<void> {
  const accept = async (events: readonly EventInput[]): Promise<void> => {
    const enqueued = await store.enqueue(events).catch(() => []);
    if (enqueued.length > 0) onAccepted(enqueued.map(({ eventId }) => eventId));
  };
  const bulk = hasBulk ? accept(bulkOfEvents()) : undefined;
  // The crash hits either the bulk itself or later calls.
  if (Math.random() < 0.5) await bulk;
  const keeping = isWhole ? keepUp() : undefined;
  while (!signal.aborted) {
    await accept([...eventsFor(webhookIds, eventsPerCall), ...(isWhole ? specialEvents() : [])]);
    await delay(pauseMilliseconds);
  }
  await Promise.all([bulk, keeping]);

  /** Performs the tasks of operators while events arrive. */
  async function keepUp(): Promise<void> {
    while (!signal.aborted) {
      await Promise.all([recover(store), expunge(store)]).catch(() => {});
      await delay(pauseMilliseconds * callsPerUpkeep);
    }
  }
}

function eventsFor(endpointIds: readonly string[], count: number): EventInput[] {
  return Array.from({ length: count }, (_, index) => ({
    id: randomUUID(),
    type: "load",
    body: JSON.stringify({ text: "x".repeat(200) }),
    endpointIds: endpointIds.slice(index % endpointIds.length).slice(0, 1),
  }));
}

function specialEvents(): EventInput[] {
  const brief = eventsFor([special.brief], 3).map((event) => ({
    ...event,
    expiresAt: Date.now() + Math.floor(Math.random() * maxLifeMilliseconds),
  }));
  return [...brief, ...eventsFor([special.private, special.polled], 4)];
}

function bulkOfEvents(): EventInput[] {
  const id = randomUUID();
  return Array.from({ length: bulkSize }, (_, index) => ({
    id: `${id} ${index}`,
    type: bulkType,
    body: "{}",
    endpointIds: [special.polled],
  }));
}

async function expunge(store: DeliveryStore): Promise<void> {
  await store.expunge({ tenant: special.private, before: Date.now() });
}

/** Starts resending expired events, unless that is already in progress. Returns their number. */
async function recover(store: DeliveryStore): Promise<number> {
  try {
    const { total } = await store.startRecovery({
      endpointId: special.brief,
      failedSince: 0,
      failedBefore: Date.now(),
      failureReasons: ["expired"],
      perSecond: 500,
    });
    return total;
  } catch (error) {
    if (error instanceof DeliveryError && error.code === "recovery_running") return Infinity;
    throw error;
  }
}

/** Recovers until no expired events are left, and expunges completed ones. */
export async function finishSpecial(store: DeliveryStore): Promise<void> {
  let left = Infinity;
  while (left > 0) {
    for (const endpointId of [special.brief, special.private])
      while (await hasOpenDeliveries(store, endpointId)) await delay(20);
    // Failures in the current millisecond don't count as earlier.
    await delay(20);
    left = await recover(store);
  }
  // The last recovery found no events, but runs until the worker's next poll.
  while (await isRecovering(store)) await delay(20);
  await expunge(store);
}

async function isRecovering(store: DeliveryStore): Promise<boolean> {
  return (await store.listRecoveries(special.brief)).some(({ status }) => status === "running");
}

async function hasOpenDeliveries(store: DeliveryStore, endpointId: string): Promise<boolean> {
  const { items } = await store.listDeliveries({ endpointId, states: ["scheduled", "sending"], limit: 1 });
  return items.length > 0;
}
