import { createDeliveryWorker, DeliveryError } from "@plugboard/webhook-delivery";
import { openStore } from "./open-store.ts";
import { openScriptSender, openWebhookSender } from "./senders.ts";
import { servePolls } from "./serve-polls.ts";
import { subjectEndpoints } from "./subject-endpoints.ts";
import { parseSubjectOptions } from "./subject-options.ts";
import { finishSpecial, takeLoad } from "./take-load.ts";

// The process under test: accepts and sends events until it is killed.

const pauseBetweenCalls = { webhooks: 4, scripts: 50 };

const options = parseSubjectOptions(process.argv[2]);
const {
  store: where,
  receiverUrl,
  viaScript = false,
  hasBulk = false,
  underLoad,
  leaseMilliseconds,
} = options;
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
  for (const endpoint of subjectEndpoints(receiverUrl)) {
    await store.createEndpoint(endpoint).catch((error: unknown) => {
      if (!(error instanceof DeliveryError && error.code === "endpoint_exists")) throw error;
    });
  }
}

/** Prints the line on the first call. */
function sayReady(): void {
  if (!saidReady) process.stdout.write("ready\n");
  saidReady = true;
}

await prepare();
worker.start();
const polls = await servePolls(store);
process.stdout.write(`polls ${polls.url}\n`);
const load = underLoad
  ? takeLoad({
      store,
      isWhole: !viaScript,
      hasBulk,
      pauseMilliseconds: pauseBetweenCalls[viaScript ? "scripts" : "webhooks"],
      onAccepted(eventIds) {
        sayReady();
        process.stdout.write(eventIds.map((eventId) => `accepted ${eventId}\n`).join(""));
      },
      signal: stopping.signal,
    })
  : finishSpecial(store).then(sayReady);

async function stop(): Promise<void> {
  stopping.abort();
  await load;
  await polls.close();
  await worker.stop();
  await sender.close();
  await close();
  process.exit();
}

process.once("SIGTERM", () => void stop());
// The test that started this process has ended.
process.stdin.on("end", () => process.exit(1)).resume();
