import { randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { createDeliveryWorker, DeliveryError } from "@plugboard/webhook-delivery";
import { openStore } from "./open-store.ts";
import { openScriptSender, openWebhookSender } from "./senders.ts";
import { parseSubjectOptions } from "./subject-options.ts";

// The process under test: it accepts events and sends them, until it is killed.

const endpointIds = ["one", "two", "three", "four", "five"];
const eventsPerCall = 10;
const pauseBetweenCalls = { webhooks: 4, scripts: 50 };

const options = parseSubjectOptions(process.argv[2]);
const { store: where, receiverUrl, viaScript = false, underLoad, leaseMilliseconds } = options;
const { store, close } = openStore(where);
const sender = viaScript ? await openScriptSender(receiverUrl) : openWebhookSender();
const worker = createDeliveryWorker({
  store,
  send: sender.send,
  retryPolicy: {
    delaysMilliseconds: [20, 40, 80, 160, 320, 640],
    jitter: 0.1,
    maxRetryAfterMilliseconds: 1_000,
  },
  leaseMilliseconds,
  pollMilliseconds: 50,
});
const stopping = new AbortController();
let saidReady = false;

async function prepare(): Promise<void> {
  await store.migrate();
  for (const id of endpointIds) {
    await store
      .createEndpoint({ id, url: receiverUrl, eventTypes: [], secrets: ["whsec_Y3Jhc2ggdGVzdA=="] })
      .catch((error: unknown) => {
        if (!(error instanceof DeliveryError && error.code === "endpoint_exists")) throw error;
      });
  }
}

/** Enqueues without end. What the store did not accept, because its database is away, is not said to be accepted. */
async function takeLoad(): Promise<void> {
  while (!stopping.signal.aborted) {
    const events = Array.from({ length: eventsPerCall }, (_, index) => ({
      id: randomUUID(),
      type: "load",
      body: JSON.stringify({ text: "x".repeat(200) }),
      endpointIds: endpointIds.slice(index % endpointIds.length).slice(0, 1),
    }));
    const enqueued = await store.enqueue(events).catch(() => []);
    if (enqueued.length > 0) sayReady();
    process.stdout.write(enqueued.map(({ eventId }) => `accepted ${eventId}\n`).join(""));
    await delay(pauseBetweenCalls[viaScript ? "scripts" : "webhooks"]);
  }
}

/** Says it at the first call. */
function sayReady(): void {
  if (!saidReady) process.stdout.write("ready\n");
  saidReady = true;
}

await prepare();
worker.start();
if (!underLoad) sayReady();
const load = underLoad ? takeLoad() : undefined;

async function stop(): Promise<void> {
  stopping.abort();
  await load;
  await worker.stop();
  await sender.close();
  await close();
  process.exit();
}

process.once("SIGTERM", () => void stop());
// The test that started this process is gone.
process.stdin.on("end", () => process.exit(1)).resume();
