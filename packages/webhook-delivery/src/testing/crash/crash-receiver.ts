import { once } from "node:events";
import { createServer } from "node:http";

/** An HTTP server that counts accepted requests by event ID. */
export interface CrashReceiver {
  readonly url: string;
  /** The number of 200 responses per event. */
  readonly accepted: ReadonlyMap<string, number>;
  close(): Promise<void>;
}

/** The percentage of requests that get a 503, so that retries are part of the load. */
const refusedPercent = 5;
const slowestMilliseconds = 20;

/**
 * Starts a receiver on a free local port. It delays each response randomly and rejects some requests.
 *
 * @param random returns a number from 0 to below 1
 *
 * @example
 * ```ts
 * import { startCrashReceiver } from "@plugboard/webhook-delivery/testing";
 *
 * const receiver = await startCrashReceiver();
 * await fetch(receiver.url, { method: "POST", headers: { "webhook-id": "evt_1" } });
 * console.log(receiver.accepted.get("evt_1"));
 * await receiver.close();
 * ```
 */
export async function startCrashReceiver(random: () => number = Math.random): Promise<CrashReceiver> {
  const accepted = new Map<string, number>();
  const server = createServer((request, response) => {
    const eventId = String(request.headers["webhook-id"]);
    request.resume();
    setTimeout(() => {
      const refused = random() * 100 < refusedPercent;
      if (!refused) accepted.set(eventId, (accepted.get(eventId) ?? 0) + 1);
      response.writeHead(refused ? 503 : 200).end();
    }, random() * slowestMilliseconds);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (typeof address !== "object" || address === null) throw new TypeError("a TCP server has a port");
  return {
    url: `http://127.0.0.1:${address.port}/`,
    accepted,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}
