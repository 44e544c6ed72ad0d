import { on } from "node:events";
import { deliveryContenders } from "./delivery-contenders.ts";

// Runs a contender in its own process. The arguments name the contender, the receiver and the database. Sends
// "ready", then queues as many deliveries as a message asks for, or sends them, and replies with its time and its CPU
// time. Exits when disconnected.

const [name = "", receiver = "", database = ""] = process.argv.slice(2);
const setup = deliveryContenders.get(name);
if (setup === undefined) throw new Error(`there is no contender ${name}`);
const contender = await setup.create(receiver, database);

process.send?.("ready");
for await (const [[action, count]] of on(process, "message", { close: ["disconnect"] })) {
  const before = process.cpuUsage();
  const milliseconds = await (action === "queue" ? contender.queue(count) : contender.drain(count));
  const { user, system } = process.cpuUsage(before);
  process.send?.([milliseconds ?? 0, user + system]);
}
await contender.close();
process.exit();
