import { createScriptRunner } from "./create-script-runner.ts";
import { fetchScript, post } from "./script-runner.fixture.ts";

// A server in a separate process. It prints the process IDs of its runner and its sandbox, and the runner's
// capabilities.

const [, , directory = ""] = process.argv;
const runner = createScriptRunner({ directory, apiOrigins: [], onLog: () => {} });
await post(runner, fetchScript("left", `return new Response("here");`));
const { processId, scripts } = await runner.status();
const sandboxes = scripts.flatMap((script) => script.sandboxes.map((sandbox) => sandbox.processId));
process.stdout.write(
  JSON.stringify({ processIds: [processId, ...sandboxes], capabilities: await runner.capabilities() }),
);
