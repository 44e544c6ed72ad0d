import { allowUnsignedRequests, createIntegration } from "../index.ts";
import { serve } from "./serve.ts";

// Run as a process of its own: a test runner handles rejections too, and would hide what happens to the process.
const mode = process.argv[2];
const print = (text: string): void => void process.stdout.write(`${text}\n`);

const integration = createIntegration({
  events: { installation_deleted: () => void Promise.reject(new Error("left behind")) },
  [allowUnsignedRequests]: true,
});
const server = await serve(integration, {
  port: 0,
  env: {},
  hostname: "127.0.0.1",
  ...(mode === "log" && {
    log: ({ fields }) => print(`logged: ${fields.error instanceof Error ? fields.error.message : ""}`),
  }),
});
print(`port ${server.port}`);
if (mode === "elsewhere") void Promise.reject(new Error("elsewhere"));
