import { createScriptRunner } from "./create-script-runner.ts";
import { fetchScript, post } from "./script-runner.fixture.ts";

// A server that is going to be killed. It writes the process ids of its runner and of its cell.

const [, , directory = ""] = process.argv;
const runner = createScriptRunner({ directory, apiOrigins: [], onLog: () => {} });
await post(runner, fetchScript("left", `return new Response("here");`));
const { processId, scripts } = await runner.status();
const cells = scripts.flatMap((script) => script.cells.map((cell) => cell.processId));
process.stdout.write(JSON.stringify([processId, ...cells]));
