import { fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import type { DeliveryContender } from "./delivery-contender.ts";

const file = fileURLToPath(new URL("delivery-contender-process.ts", import.meta.url));

/** Starts a contender in its own process, so that compiled code and garbage of one don't affect the next. */
export async function startContender(
  name: string,
  receiver: string,
  database: string,
): Promise<DeliveryContender> {
  const child = fork(file, [name, receiver, database], { execArgv: ["--conditions=@plugboard/source"] });
  const ended = once(child, "exit");
  const nextMessage = async (): Promise<unknown> => {
    const failed = ended.then(([code]) => {
      throw new Error(`${name} ended with exit code ${code}`);
    });
    const [message] = await Promise.race([once(child, "message"), failed]);
    return message;
  };
  await nextMessage();
  return {
    async deliver(count) {
      child.send(count);
      return Number(await nextMessage());
    },
    async close() {
      child.disconnect();
      await ended;
    },
  };
}
