import { createDeliveryWorker, createWebhookSender } from "@plugboard/webhook-delivery";
import { createPostgresDeliveryStore } from "@plugboard/webhook-delivery/postgres";
import { Pool } from "pg";
import { concurrency } from "./delivery-contender.ts";

// A worker in its own process, on the database in its only argument. It prints `ready` and starts on any
// input. Exits when its input ends.

const pool = new Pool({ connectionString: process.argv[2], max: 8 });
const store = createPostgresDeliveryStore(pool);
const sender = createWebhookSender({ allowNetworks: ["127.0.0.0/8"] });
const worker = createDeliveryWorker({
  store,
  send: ({ eventId, body }, { url, secrets }, options) =>
    sender.send({ url, secrets, eventId, body }, options),
  concurrency,
  perEndpoint: concurrency,
});

await pool.query("SELECT 1");
console.log("ready");
process.stdin.once("data", () => worker.start());
process.stdin.once("end", () => process.exit());
