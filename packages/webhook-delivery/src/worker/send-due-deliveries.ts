import type { AttemptRecord } from "../delivery-queue.ts";
import { createAttemptRunner } from "./attempt-runner.ts";
import { type DeliveryWorkerOptions, toWorkerSettings } from "./delivery-worker-options.ts";
import { createWorkerTelemetry } from "./telemetry.ts";

/**
 * Makes the attempts that are due now, and those that come due meanwhile, until none is left. No timer runs and no worker
 * has to be started: for tests that move time by hand, and for scripts. Recoveries and retention are left to a worker.
 *
 * @returns how many attempts were made
 * @throws {DeliveryError} `invalid_option`
 * @example
 * import { DatabaseSync } from "node:sqlite";
 * import { createWebhookSender, sendDueDeliveries } from "@plugboard/webhook-delivery";
 * import { createSqliteDeliveryStore } from "@plugboard/webhook-delivery/sqlite";
 *
 * const store = createSqliteDeliveryStore(new DatabaseSync("webhooks.db"));
 * await store.migrate();
 * const sender = createWebhookSender();
 * const attempts = await sendDueDeliveries({
 *   store,
 *   send: ({ eventId, body }, { url, secrets }, options) => sender.send({ url, secrets, eventId, body }, options),
 * });
 * console.log(`${attempts} attempts were made`);
 */
export async function sendDueDeliveries(options: DeliveryWorkerOptions): Promise<number> {
  const settings = toWorkerSettings(options);
  const { store, concurrency, perEndpoint, circuitPolicy, disableAfterMilliseconds } = settings;
  const leaseId = await store.openLease(settings.leaseMilliseconds);
  const telemetry = createWorkerTelemetry();
  let attempts = 0;
  try {
    for (;;) {
      const inFlight = new Map<string, number>();
      const claim = await store.claim({ leaseId, limit: concurrency, perEndpoint, inFlight, circuitPolicy });
      if (claim.deliveries.length === 0) return attempts;
      const records: AttemptRecord[] = [];
      const finished = (record: AttemptRecord): unknown => records.push(record);
      const runner = createAttemptRunner({ ...settings, telemetry, finished });
      runner.run(claim);
      await runner.idle();
      await store.recordAttempts({ records, circuitPolicy, disableAfterMilliseconds });
      attempts += records.length;
    }
  } finally {
    await store.closeLease(leaseId);
  }
}
