import type { Claim } from "../store/delivery-queue.ts";
import { type DeliveryWorkerOptions, toWorkerSettings } from "./delivery-worker-options.ts";
import { makeAttempt, toAttemptRecord } from "./attempt-runner.ts";

/** Options for `deliverDue`. Times are in milliseconds. */
export type DeliverDueOptions = Pick<
  DeliveryWorkerOptions,
  | "store"
  | "send"
  | "retryPolicy"
  | "circuitPolicy"
  | "disableAfterMilliseconds"
  | "concurrency"
  | "perEndpoint"
  | "leaseMilliseconds"
  | "now"
  | "random"
>;

/**
 * Sends all due deliveries, including those that come due immediately afterward, and resolves when none are
 * left, without timers or background work. For hosts that wake up periodically instead of running a worker,
 * and for tests. The lease isn't renewed, so it must be longer than the slowest attempts.
 *
 * @returns the number of attempts
 * @throws DeliveryError `invalid_option`, and errors of the store
 *
 * @example
 * import { DatabaseSync } from "node:sqlite";
 * import { createWebhookSender, deliverDue } from "@plugboard/webhook-delivery";
 * import { createSqliteDeliveryStore } from "@plugboard/webhook-delivery/sqlite";
 *
 * const store = createSqliteDeliveryStore(new DatabaseSync("deliveries.db"));
 * await store.migrate();
 * const sender = createWebhookSender();
 * console.log(`${await deliverDue({ store, send: sender.deliver })} requests were made`);
 */
export async function deliverDue(options: DeliverDueOptions): Promise<number> {
  const settings = toWorkerSettings(options);
  const { store, concurrency, perEndpoint, circuitPolicy, disableAfterMilliseconds } = settings;
  const { signal } = new AbortController();
  const leaseId = await store.openLease(settings.leaseMilliseconds);
  let attempts = 0;
  try {
    for (let cursor: string | undefined; ; ) {
      const claim: Claim = await store.claim({
        leaseId,
        limit: concurrency,
        roomOf: () => perEndpoint,
        circuitPolicy,
        cursor,
      });
      ({ cursor } = claim);
      const records = await Promise.all(
        claim.deliveries.flatMap((delivery) => {
          const endpoint = claim.endpoints.get(delivery.endpointId);
          if (endpoint === undefined) return [];
          return [
            makeAttempt(settings, delivery, endpoint, signal).then((result) =>
              toAttemptRecord(settings, delivery, endpoint, result),
            ),
          ];
        }),
      );
      if (records.length > 0)
        await store.recordAttempts({ records, circuitPolicy, disableAfterMilliseconds });
      attempts += records.length;
      if (records.length === 0 && claim.more !== "now") return attempts;
    }
  } finally {
    await store.closeLease(leaseId);
  }
}
