import { fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import * as z from "zod";

/** A receiver of webhooks in a process of its own. */
export interface ServerReceiver {
  readonly url: string;
  /** What arrived since the call before: the webhooks' `referrer` and when, in milliseconds since 1970. */
  takeArrivals(): Promise<[referrer: string, time: number][]>;
  close(): Promise<void>;
}

const arrivalsSchema = z.array(z.tuple([z.string(), z.number()]));

/** Starts the receiver on a free port. */
export async function startServerReceiver(): Promise<ServerReceiver> {
  const child = fork(fileURLToPath(new URL("./server-receiver-process.ts", import.meta.url)));
  const [url] = await once(child, "message");
  return {
    url: z.url().parse(url),
    async takeArrivals() {
      child.send("take");
      const [arrivals] = await once(child, "message");
      return arrivalsSchema.parse(arrivals);
    },
    async close() {
      child.disconnect();
      await once(child, "exit");
    },
  };
}
