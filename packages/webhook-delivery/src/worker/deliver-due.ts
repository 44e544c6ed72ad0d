import type { Claim } from "../store/delivery-queue.ts";
import { type DeliveryWorkerOptions, toWorkerSettings } from "./delivery-worker-options.ts";
import { makeAttempt, toAttemptRecord } from "./attempt-runner.ts";

/** What due deliveries are sent with. Times are milliseconds. */
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
 * Sends what is due now, and what comes due at once after it, and resolves when nothing is left: without timers or anything
 * that runs on. For a host that wakes up now and then instead of running a worker, and for tests. The lease is not renewed,
 * so it has to outlast the slowest attempts.
 *
 * @returns the number of attempts made
 * @throws DeliveryError `invalid_option`; also what the store throws
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
