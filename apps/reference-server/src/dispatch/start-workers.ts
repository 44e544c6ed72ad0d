import {
  type AddressGuardOptions,
  createDeliveryWorker,
  createWebhookSender,
} from "@plugboard/webhook-delivery";
import type { Services } from "../services.ts";
import { createLoop } from "./create-loop.ts";
import { createFanOut } from "./fan-out.ts";
import { createSendDelivery } from "./send-delivery.ts";

/** The part of a server that works through events and deliveries. */
export interface Workers {
  /** An event was written. */
  readonly wake: () => void;
  /** Lets requests under way end, and gives back the rest. */
  readonly stop: () => Promise<void>;
}

const idleIntervalMilliseconds = 1000;
// After a crash, what the lost process held is taken over this much later.
const leaseMilliseconds = 5000;

/** Starts to turn events into deliveries and to send them. */
export function startWorkers(
  { context, deliveries, tokens, urls }: Services,
  guard: AddressGuardOptions,
  onError: (error: unknown) => void,
): Workers {
  const sender = createWebhookSender(guard);
  const worker = createDeliveryWorker({
    store: deliveries,
    send: createSendDelivery(context, sender, tokens, urls),
    leaseMilliseconds,
    onError,
  });
  worker.start();
  const fanOut = createFanOut(context, deliveries, leaseMilliseconds);
  const loop = createLoop(fanOut.runOnce, idleIntervalMilliseconds, onError);
  return {
    wake: loop.wake,
    stop: async () => {
      await loop.stop();
      await worker.stop();
      await sender.close();
    },
  };
}
