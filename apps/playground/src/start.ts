import { resolve } from "node:path";
import { createPlatformClient } from "./platform-client.ts";
import { publishSamples } from "./publish-samples.ts";
import { startReceiver } from "./start-receiver.ts";
import { type ServerProcess, startServer } from "./start-server.ts";

const dataDir = resolve(process.env["PLUGBOARD_DATA_DIR"] ?? ".plugboard");

try {
  const server = await startServer(dataDir);
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => server.stop());
  const stopGuests = await startGuests(server).catch(async (error: unknown) => {
    server.stop();
    await server.exited;
    throw error;
  });
  process.exitCode = await server.exited;
  await stopGuests();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

/** Starts what stands around the server and says where everything is. Gives back how to stop it. */
async function startGuests({
  consoleUrl,
  sitesUrl,
  adminToken,
}: ServerProcess): Promise<() => Promise<void>> {
  const platform = createPlatformClient(consoleUrl, adminToken);
  const samples = await publishSamples(platform);
  const receiver = await startReceiver(platform, Number(new URL(consoleUrl).port) + 1);
  console.log(`
  Plugboard is ready.

  Console    ${consoleUrl}
  Sign in    ${adminToken}
  Site       ${sitesUrl}/sites/handbook/
  Receiver   ${receiver.url}
             Use it as the Webhook URL: what arrives is verified and printed here.

  Ctrl-C stops everything. The data is kept in ${dataDir}.
`);
  return async () => {
    await Promise.all([samples.stop(), receiver.stop()]);
  };
}
