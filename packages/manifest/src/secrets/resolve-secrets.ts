import type { Manifest } from "../model/manifest.ts";
import { ManifestError } from "../model/manifest-error.ts";
import { replaceExpressions, variablesOf } from "./secret-expression.ts";

/** Environment variables by name. An empty one counts as not set. */
export type EnvironmentVariables = Readonly<Record<string, string | undefined>>;

/**
 * The secrets of a manifest with each `${{ env.NAME }}` replaced by that variable. No message ever holds a value.
 *
 * @throws ManifestError with `code` `missing_variables` and the names of all that are not set in `variables`
 *
 * @example
 * ```ts
 * import { resolveSecrets } from "@plugboard/manifest";
 * import { readManifest } from "@plugboard/manifest/node";
 *
 * const { manifest } = await readManifest(".");
 * if (manifest !== undefined) console.log(Object.keys(resolveSecrets(manifest, process.env)));
 * ```
 */
export function resolveSecrets(
  manifest: Pick<Manifest, "secrets">,
  env: EnvironmentVariables,
): Record<string, string> {
  const secrets = Object.entries(manifest.secrets ?? {});
  const named = new Set(secrets.flatMap(([, secret]) => variablesOf(secret)));
  const missing = [...named].filter((variable) => valueOf(env, variable) === "");
  if (missing.length > 0) {
    const wanted = missing.map((variable) => `${variable} (for ${usersOf(variable, secrets).join(", ")})`);
    const what = missing.length === 1 ? "an environment variable" : `${missing.length} environment variables`;
    throw new ManifestError("missing_variables", `Set ${what} that secrets need: ${wanted.join(", ")}.`, {
      variables: missing,
    });
  }
  return Object.fromEntries(
    secrets.map(([name, secret]) => [name, replaceExpressions(secret, (variable) => valueOf(env, variable))]),
  );
}

function valueOf(env: EnvironmentVariables, variable: string): string {
  return Object.hasOwn(env, variable) ? (env[variable] ?? "") : "";
}

function usersOf(variable: string, secrets: readonly (readonly [string, string])[]): readonly string[] {
  return secrets.filter(([, secret]) => variablesOf(secret).includes(variable)).map(([name]) => name);
}
