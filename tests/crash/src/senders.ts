import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { hashOfBundle } from "@plugboard/api";
import { createScriptRunner, defaultScriptLimits } from "@plugboard/script-runner";
import { createWebhookSender, type Send } from "@plugboard/webhook-delivery";

/** Sends the events of a process under test. */
export interface SubjectSender {
  readonly send: Send;
  readonly close: () => Promise<void>;
}

const allowNetworks = ["127.0.0.0/8"];

/** Sends each event to its endpoint. */
export function openWebhookSender(): SubjectSender {
  const sender = createWebhookSender({ allowNetworks });
  return {
    send: ({ eventId, body }, { url, secrets }, options) => {
      if (body === "") throw new TypeError(`${eventId} was expunged before it was sent`);
      return sender.send({ url, secrets, eventId, body }, options);
    },
    close: () => sender.close(),
  };
}

/**
 * Passes each event to a published script, which sends it to the receiver. Prints `runner <process id>`
 * whenever the script's process changes.
 */
export async function openScriptSender(receiverUrl: string): Promise<SubjectSender> {
  const directory = await mkdtemp(join(tmpdir(), "crash-scripts-"));
  const limits = {
    ...defaultScriptLimits,
    egressRequestsPerSecond: 5_000,
    restartDelaysMilliseconds: [0, 100],
  };
  const runner = createScriptRunner({
    directory,
    allowedTargets: allowNetworks,
    apiOrigins: [],
    limits,
    onLog: () => {},
  });
  const module = new TextEncoder().encode(`export default {
    async fetch(request) {
      const headers = { "webhook-id": await request.text() };
      const { status } = await fetch(${JSON.stringify(receiverUrl)}, { method: "POST", headers });
      return new Response(null, { status });
    },
  };`);
  const script = { hash: await hashOfBundle({ module }), load: async () => ({ module }) };
  const target = {
    name: "relay",
    version: 1,
    organization: "org_1",
    script,
    signingSecrets: ["whsec_Y3Jhc2ggdGVzdA=="],
  };
  let printed: number | undefined;
  const printRunner = async (): Promise<void> => {
    const { processId } = await runner.status();
    if (processId !== undefined && processId !== printed) process.stdout.write(`runner ${processId}\n`);
    printed = processId;
  };
  // While the process is being replaced, there is no ID to print.
  const timer = setInterval(() => void printRunner().catch(() => {}), 20);
  return {
    send: async ({ eventId }, _endpoint, { signal }) => {
      const envelope = { contentType: "text/plain", body: new TextEncoder().encode(eventId) };
      const options = { timeoutMilliseconds: 10_000, maxResponseBytes: 1_024, signal };
      return (await runner.dispatch(target, envelope, options)).result;
    },
    close: async () => {
      clearInterval(timer);
      await runner.close();
      await rm(directory, { recursive: true, force: true });
    },
  };
}
