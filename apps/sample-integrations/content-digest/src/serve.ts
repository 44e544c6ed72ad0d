import { createJsonLog } from "@plugboard/runtime";
import { serve } from "@plugboard/runtime/node";
import { integration } from "./integration.ts";

const { PORT = "4100", ...env } = process.env;
const { port } = await serve(integration, { port: Number(PORT), env, log: createJsonLog(console.log) });
console.log(`The integration listens on http://127.0.0.1:${port}`);
