import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { request } from "undici";

/** The receiver of all contenders, in its own process. */
export interface DeliveryReceiver {
  readonly url: string;
  /** Returns how long each event posted to `/timed` since the last call took to arrive (ms). */
  latencies(): Promise<readonly number[]>;
  close(): Promise<void>;
}

/** Starts the receiver on a free port. */
export async function startDeliveryReceiver(): Promise<DeliveryReceiver> {
  const file = fileURLToPath(new URL("delivery-receiver-process.ts", import.meta.url));
  const child = spawn(process.execPath, [file], { stdio: ["pipe", "pipe", "inherit"] });
  const [line] = await once(createInterface({ input: child.stdout }), "line");
  const url = String(line);
  return {
    url,
    async latencies() {
      const { body } = await request(url);
      const latencies: unknown = await body.json();
      if (!Array.isArray(latencies))
        throw new TypeError("the receiver responded with something other than a list");
      return latencies.map(Number);
    },
    async close() {
      child.stdin.end();
      await once(child, "exit");
    },
  };
}
