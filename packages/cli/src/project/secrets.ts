import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { parseEnv } from "node:util";
import { type Manifest, ManifestError, resolveSecrets } from "@plugboard/manifest";
import { CliError } from "../terminal/cli-error.ts";

/**
 * Values of the manifest's secrets, from the environment and from a `.env` beside the manifest. The environment wins.
 *
 * @throws CliError `invalid_project` that names every variable that is missing
 */
export async function readSecrets(
  folder: string,
  manifest: Pick<Manifest, "secrets">,
  env: Readonly<Record<string, string | undefined>>,
): Promise<Record<string, string>> {
  const file = await readFile(join(folder, ".env"), "utf8").catch(() => "");
  try {
    return resolveSecrets(manifest, { ...parseEnv(file), ...env });
  } catch (cause) {
    if (!(cause instanceof ManifestError)) throw cause;
    throw new CliError("invalid_project", cause.message, {
      next: "Write them into `.env` beside the manifest, one NAME=value a line. It is not published.",
      cause,
    });
  }
}
