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

  serve                      Run the server (default)
  backup <folder>            Back up databases and keys to a new folder; servers can keep running
  restore <folder>           Restore a backup into empty storage
  first-owner                Print a new link for the first owner and invalidate the old one
  check                      Verify both databases and decrypt all encrypted values
  rotate-keys [begin|reencrypt|finish]
                             Re-encrypt all secrets with a new master key; servers can keep running

All commands read PLUGBOARD_DATA_DIR and DATABASE_URL, like the server.
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
    const serverError = toServerError(error, env["DATABASE_URL"]);
    if (!(serverError instanceof ServerError)) throw serverError;
    process.stderr.write(`${serverError.message}\n`);
    return 1;
  }
}
