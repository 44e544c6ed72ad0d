import { fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import * as z from "zod";

/** A webhook receiver in its own process. */
export interface ServerReceiver {
  readonly url: string;
  /** Returns the arrivals since the last call: the webhook's `referrer` and the time (Unix time, ms). */
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
