import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { parseEnv } from "node:util";
import { type Manifest, ManifestError, resolveSecrets } from "@plugboard/manifest";
import { CliError } from "../terminal/cli-error.ts";

/**
 * Returns the values of the manifest's secrets from the environment and the `.env` file next to the manifest.
 * The environment takes precedence.
 *
 * @throws CliError `invalid_project` that lists all missing variables
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
      next: "Add them to `.env` beside the manifest, one NAME=value per line. The file is not published.",
      cause,
    });
  }
}

/** A secret of a manifest, without its value. */
export interface SecretSource {
  readonly name: string;
  /** The environment variables in its value. */
  readonly variables: readonly string[];
  /** The source of those variables; `fixed` if the value uses none. */
  readonly from: "environment" | "file" | "missing" | "fixed";
}

/** Returns a manifest's secrets and the sources of their values. */
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

/** Returns the environment variables used in a manifest's secrets. */
export function variablesOf({ secrets = {} }: Pick<Manifest, "secrets">): string[] {
  const matches = Object.values(secrets).flatMap((text) => [...text.matchAll(/\$\{\{\s*env\.(\w+)\s*\}\}/g)]);
  return [...new Set(matches.flatMap(([, variable]) => variable ?? []))];
}
