import {
  type AddressGuardOptions,
  createDeliveryWorker,
  createWebhookSender,
} from "@plugboard/webhook-delivery";
import type { Services } from "../platform/services.ts";
import { createLoop } from "./create-loop.ts";
import { createFanOut } from "./fan-out.ts";
import { removeOldEvents } from "./remove-old-events.ts";
import { createSendDelivery } from "./send-delivery.ts";

/** The part of a server that works through events and deliveries. */
export interface Workers {
  /** An event was written. */
  readonly wake: () => void;
  /** Lets requests in flight end, and gives back the rest. */
  readonly stop: () => Promise<void>;
}

/** How the workers work. */
export interface WorkerOptions {
  /** Where webhook URLs may lead besides the public internet. */
  readonly webhookGuard: AddressGuardOptions;
  /** How often to look for events that nothing woke them for. */
  readonly pollMilliseconds: number;
  readonly onError: (error: unknown) => void;
}

// After a crash, what the lost process held is taken over this much later.
const leaseMilliseconds = 5000;
const cleaningMilliseconds = 3600 * 1000;

/** Starts to turn events into deliveries and to send them. */
export function startWorkers(
  { context, deliveries }: Services,
  { webhookGuard, pollMilliseconds, onError }: WorkerOptions,
): Workers {
  const webhooks = createWebhookSender(webhookGuard);
  const worker = createDeliveryWorker({
    store: deliveries,
    send: createSendDelivery(context, webhooks),
    leaseMilliseconds,
    onError,
  });
  worker.start();
  const fanOut = createLoop(
    createFanOut(context, deliveries, leaseMilliseconds).runOnce,
    pollMilliseconds,
    onError,
  );
  const cleaning = createLoop(() => removeOldEvents(context), cleaningMilliseconds, onError);
  return {
    wake: fanOut.wake,
    stop: async () => {
      await Promise.all([fanOut.stop(), cleaning.stop()]);
      await worker.stop();
      await webhooks.close();
    },
  };
}
