import { createServer } from "node:http";
import { createNodeHandler } from "@plugboard/webhook-receiver/node";
import { createSampleReceiver } from "./receiver.ts";

const { PORT = "4600", WEBHOOK_SECRET } = process.env;
if (WEBHOOK_SECRET === undefined) {
  console.error("Set WEBHOOK_SECRET to the secret on the installation page.");
  process.exit(1);
}
const receiver = createSampleReceiver({ secret: WEBHOOK_SECRET, print: console.log });
createServer(createNodeHandler(receiver)).listen(Number(PORT), "127.0.0.1", () => {
  console.log(`Listening for webhooks at http://127.0.0.1:${PORT}`);
});
