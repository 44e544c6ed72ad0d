import { resolve } from "node:path";
import * as z from "zod";
import { startGuests } from "./start-guests.ts";
import { type ServerProcess, startServer } from "./start-server.ts";
import { writeWelcome } from "./write-welcome.ts";

const gapsSchema = z.object({ scriptGaps: z.array(z.string()).default([]) });
// An empty variable counts as unset, as it does for the server.
const dataDir = resolve(process.env["PLUGBOARD_DATA_DIR"] || ".plugboard");

try {
  const server = await startServer(dataDir);
  console.log("Publishing the sample integrations…");
  const guests = await startGuests(server).catch(async (error: unknown) => {
    server.stop();
    await server.exited;
    throw error;
  });
  const scriptGaps = await readScriptGaps(server);
  console.log(writeWelcome({ ...server, ...guests, dataDir, scriptGaps }));
  process.exitCode = await server.exited;
  await guests.stop();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

/** Returns the isolation features that this machine lacks, as reported by the server. */
async function readScriptGaps({ consoleUrl, adminToken }: ServerProcess): Promise<readonly string[]> {
  const headers = { authorization: `Bearer ${adminToken}` };
  const response = await fetch(`${consoleUrl}/readyz`, { headers });
  return gapsSchema.parse(await response.json()).scriptGaps;
}
