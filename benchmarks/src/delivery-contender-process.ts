import { on } from "node:events";
import { deliveryContenders } from "./delivery-contenders.ts";

// A contender in a process of its own. Its arguments name it, the receiver and its database. It sends "ready"; then it responds to
// every number with the milliseconds that so many deliveries took. It ends when it is disconnected.

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
