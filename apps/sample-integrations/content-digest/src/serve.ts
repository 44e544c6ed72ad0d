import { createJsonLog } from "@plugboard/runtime";
import { serve } from "@plugboard/runtime/node";
import { integration } from "./integration.ts";

const { PLUGBOARD_SIGNING_SECRET, HOST = "127.0.0.1", PORT = "4100" } = process.env;
if (PLUGBOARD_SIGNING_SECRET === undefined) {
  console.error("Set PLUGBOARD_SIGNING_SECRET to the secret that the integration is published with.");
  process.exit(1);
}
const server = await serve(integration, {
  hostname: HOST,
  port: Number(PORT),
  env: { PLUGBOARD_SIGNING_SECRET },
  log: createJsonLog(console.log),
});
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => void server.close());
console.log(`The integration listens on http://${HOST}:${server.port}`);
