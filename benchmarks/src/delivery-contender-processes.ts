import { fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

const file = fileURLToPath(new URL("delivery-contender-process.ts", import.meta.url));

/** The time that sending a backlog took. */
export interface Drained {
  readonly milliseconds: number;
  /** The CPU time of the contender's process (µs). */
  readonly microseconds: number;
}

/** A contender in its own process. */
export interface ContenderProcess {
  readonly queue: (count: number) => Promise<void>;
  /** Sends this number of queued deliveries. */
  readonly drain: (count: number) => Promise<Drained>;
  close(): Promise<void>;
}

/** Starts a contender in its own process, so that compiled code and garbage of one don't affect the next. */
export async function startContender(
  name: string,
  receiver: string,
  database: string,
): Promise<ContenderProcess> {
  const child = fork(file, [name, receiver, database], { execArgv: ["--conditions=@plugboard/source"] });
  const ended = once(child, "exit");
  const nextMessage = async (): Promise<unknown> => {
    const failed = ended.then(([code]) => {
      throw new Error(`${name} ended with exit code ${code}`);
    });
    const [message] = await Promise.race([once(child, "message"), failed]);
    return message;
  };
  const request = async (action: "queue" | "drain", count: number): Promise<Drained> => {
    child.send([action, count]);
    const message = await nextMessage();
    if (!Array.isArray(message)) throw new Error(`${name} replied with something other than its times`);
    return { milliseconds: Number(message[0]), microseconds: Number(message[1]) };
  };
  await nextMessage();
  return {
    async queue(count) {
      await request("queue", count);
    },
    drain: (count) => request("drain", count),
    async close() {
      child.disconnect();
      await ended;
    },
  };
}
