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

/** A secret of a manifest, without its value. */
export interface SecretSource {
  readonly name: string;
  /** The environment variables in its value. */
  readonly variables: readonly string[];
  /** Where the values of those are found; `fixed` where there are none. */
  readonly from: "environment" | "file" | "missing" | "fixed";
}

/** The secrets of a manifest, and where each finds its value. */
export async function listSecrets(
  folder: string,
  { secrets = {} }: Pick<Manifest, "secrets">,
  env: Readonly<Record<string, string | undefined>>,
): Promise<SecretSource[]> {
  const file = parseEnv(await readFile(join(folder, ".env"), "utf8").catch(() => ""));
  return Object.entries(secrets).map(([name, text]) => {
    const variables = variablesOf({ secrets: { [name]: text } });
    const has = (values: Readonly<Record<string, string | undefined>>) =>
      variables.every((variable) => (values[variable] ?? "") !== "");
    if (variables.length === 0) return { name, variables, from: "fixed" };
    if (has(env)) return { name, variables, from: "environment" };
    return { name, variables, from: has({ ...file, ...env }) ? "file" : "missing" };
  });
}

/** The environment variables that the values of a manifest's secrets come from. */
export function variablesOf({ secrets = {} }: Pick<Manifest, "secrets">): string[] {
  const found = Object.values(secrets).flatMap((text) => [...text.matchAll(/\$\{\{\s*env\.(\w+)\s*\}\}/g)]);
  return [...new Set(found.flatMap(([, variable]) => variable ?? []))];
}
