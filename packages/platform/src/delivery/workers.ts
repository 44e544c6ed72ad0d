import { createDeliveryWorker, deliverDue, type WebhookSender } from "@plugboard/webhook-delivery";
import type { DispatchContext } from "../dispatch/dispatch-target.ts";
import { createLoop } from "./create-loop.ts";
import { createFanOut } from "./fan-out.ts";
import { removeOldEvents } from "./remove-old-events.ts";
import { createSendDelivery } from "./send-delivery.ts";

/** The work behind a platform: events become deliveries, and deliveries are sent. */
export interface Workers {
  /** Begins to work. Once. */
  readonly start: () => void;
  /** Says that an event was written. Nothing has to call it in the process that wrote the event. */
  readonly wake: () => void;
  /** Lets requests in flight end, and gives back the rest. */
  readonly stop: () => Promise<void>;
  /**
   * Does what is due now, once and without timers: fans events out, then delivers, one request after the other. What follows
   * from that waits for the next call. Nothing has to be started: for hosts that wake up now and then, and for tests that
   * move time by hand.
   *
   * @returns how many events and requests there were; 0 when nothing is left that is due
   * @throws Error when an event could not be fanned out
   */
  readonly runDue: () => Promise<number>;
}

/** What the workers work with. */
export interface WorkerOptions {
  readonly webhooks: Pick<WebhookSender, "send">;
  /** How often to look for events that nothing woke them for. */
  readonly pollMilliseconds: number;
  readonly onError: (error: unknown) => void;
}

// After a crash, what the lost process held is taken over this much later.
const leaseMilliseconds = 5000;
const cleaningMilliseconds = 3600 * 1000;

/** Creates workers that do nothing until they are started. */
export function createWorkers(
  context: DispatchContext,
  { webhooks, pollMilliseconds, onError }: WorkerOptions,
): Workers {
  const fanOut = createFanOut(context, leaseMilliseconds);
  const send = createSendDelivery(context, webhooks);
  const engine = { store: context.deliveries, send, leaseMilliseconds, now: context.now };
  const work = () => {
    const worker = createDeliveryWorker({ ...engine, onError });
    worker.start();
    const loops = [
      createLoop(fanOut.runOnce, pollMilliseconds, onError),
      createLoop(() => removeOldEvents(context), cleaningMilliseconds, onError),
    ] as const;
    return { worker, loops };
  };
  let running: ReturnType<typeof work> | undefined;
  return {
    start: () => {
      running ??= work();
    },
    wake: () => running?.loops[0].wake(),
    stop: async () => {
      await Promise.all((running?.loops ?? []).map((loop) => loop.stop()));
      await running?.worker.stop();
    },
    runDue: async () => (await fanOut.runOnce()) + (await deliverDue({ ...engine, concurrency: 1 })),
  };
}
