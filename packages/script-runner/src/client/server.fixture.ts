import { createScriptRunner } from "./create-script-runner.ts";
import { fetchScript, post } from "./script-runner.fixture.ts";

// A server in a process of its own. It writes the process ids of its runner and of its sandbox, and what keeps scripts apart.

const [, , directory = ""] = process.argv;
const runner = createScriptRunner({ directory, apiOrigins: [], onLog: () => {} });
await post(runner, fetchScript("left", `return new Response("here");`));
const { processId, scripts } = await runner.status();
const sandboxes = scripts.flatMap((script) => script.sandboxes.map((sandbox) => sandbox.processId));
process.stdout.write(
  JSON.stringify({ processIds: [processId, ...sandboxes], capabilities: await runner.capabilities() }),
);
