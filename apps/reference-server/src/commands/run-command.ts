import { parseArgs } from "node:util";
import { parseServerConfig } from "../settings/parse-server-config.ts";
import { ServerError, toServerError } from "../settings/server-error.ts";
import { backUp } from "./back-up.ts";
import { checkData } from "./check-data.ts";
import { printFirstOwnerLink } from "./first-owner.ts";
import { restore } from "./restore.ts";
import { rotateKeys } from "./rotate-keys.ts";

type Env = Readonly<Record<string, string | undefined>>;

const usage = `Usage: plugboard-server [command]

  serve                      Run the server; the default
  backup <folder>            Copy everything into a new folder, while servers run
  restore <folder>           Bring a backup back, where there is no data yet
  first-owner                Replace the first owner's link, and print the new one
  check                      Read both databases, and open all that is sealed
  rotate-keys [begin|seal|finish]
                             Seal everything with a new master key, while servers run

Where the data is, PLUGBOARD_DATA_DIR and DATABASE_URL say, as for the server.
`;

/**
 * Runs an operator's command. Results go to stdout, errors to stderr in one line.
 *
 * @returns the exit code
 */
export async function runCommand(args: readonly string[], env: Env): Promise<number> {
  const { positionals } = parseArgs({ args: [...args], allowPositionals: true, strict: false });
  const [command = "", argument = ""] = positionals;
  const say = (line: string): void => void process.stdout.write(`${line}\n`);
  const config = () => parseServerConfig(env);
  const commands: Readonly<Record<string, () => Promise<number>>> = {
    backup: async () => await backUp(config(), argument, say),
    restore: async () => await restore(config(), argument, say),
    "first-owner": async () => await printFirstOwnerLink(config(), say),
    check: async () => await checkData(config(), say),
    "rotate-keys": async () => await rotateKeys(config(), argument, say),
  };
  const run = commands[command];
  if (run === undefined) {
    process.stderr.write(usage);
    return command === "help" ? 0 : 2;
  }
  try {
    return await run();
  } catch (error) {
    const known = toServerError(error, env["DATABASE_URL"]);
    if (!(known instanceof ServerError)) throw known;
    process.stderr.write(`${known.message}\n`);
    return 1;
  }
}
