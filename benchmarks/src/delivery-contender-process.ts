import { on } from "node:events";
import { deliveryContenders } from "./delivery-contenders.ts";

// Runs a contender in its own process. The arguments name the contender, the receiver and the database. Sends
// "ready", then replies to every number with the time that this many deliveries took (ms). Exits when
// disconnected.

const [name = "", receiver = "", database = ""] = process.argv.slice(2);
const setup = deliveryContenders.get(name);
if (setup === undefined) throw new Error(`there is no contender ${name}`);
const contender = await setup.create(receiver, database);

process.send?.("ready");
for await (const [count] of on(process, "message", { close: ["disconnect"] })) {
  process.send?.(await contender.deliver(Number(count)));
}
await contender.close();
process.exit();
