import { resolve } from "node:path";
import { type Guests, startGuests } from "./start-guests.ts";
import { type ServerProcess, startServer } from "./start-server.ts";

// A variable that is set to nothing counts as absent, as it does for the server.
const dataDir = resolve(process.env["PLUGBOARD_DATA_DIR"] || ".plugboard");

try {
  const server = await startServer(dataDir);
  const guests = await startGuests(server).catch(async (error: unknown) => {
    server.stop();
    await server.exited;
    throw error;
  });
  printWelcome(server, guests);
  process.exitCode = await server.exited;
  await guests.stop();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

function printWelcome(
  { consoleUrl, sitesUrl, adminToken, firstOwnerUrl }: ServerProcess,
  { receiverUrl, servicesUrl }: Guests,
): void {
  const account =
    firstOwnerUrl === undefined
      ? ""
      : `
  Account    ${firstOwnerUrl}
             It makes yours, once. Until then, and for scripts, there is the token.`;
  console.log(`
  Plugboard is ready.

  Console    ${consoleUrl}${account}
  Token      ${adminToken}
  Site       ${sitesUrl}/sites/handbook/
  Receiver   ${receiverUrl}
             Use it as the Webhook URL: what arrives is verified and printed here.
  Samples    ${servicesUrl}
             Ten are in the console, to be installed. This page says what to try with them, and shows what they sent.

  Ctrl-C stops everything. The data is kept in ${dataDir}.
`);
}
