import { ManifestError } from "../model/manifest-error.ts";
import type { Manifest } from "../model/manifest.ts";
import { explainUnknownWord } from "../wording/explain-unknown-word.ts";
import { replaceExpressions, variablesOf } from "./secret-expression.ts";

/** Environment variables by name. Empty means not set. */
export type EnvironmentVariables = Readonly<Record<string, string | undefined>>;

/**
 * Returns the secrets of a manifest with each `${{ env.NAME }}` replaced by that variable. Messages never
 * contain a value.
 *
 * @throws ManifestError with `code` `missing_variables` and all missing names in `variables`
 *
 * @example
 * ```ts
 * import { resolveSecrets } from "@plugboard/manifest";
 *
 * const secrets = { TOKEN: "Bearer ${{ env.DIGEST_TOKEN }}" };
 * console.log(resolveSecrets({ secrets }, { DIGEST_TOKEN: "t1" })); // { TOKEN: "Bearer t1" }
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

/**
 * Returns the manifest for one of its `envs`: organization and visibility overridden, secrets merged by name.
 *
 * @throws ManifestError with `code` `unknown_environment`
 *
 * @example
 * ```ts
 * import { manifestForEnvironment, parseManifest } from "@plugboard/manifest";
 *
 * const manifest = parseManifest(`name: page-digest
 * title: Page digest
 * description: Posts what changed to a channel.
 * organization: acme
 * visibility: private
 * scopes: []
 * envs: { staging: { organization: acme-staging } }`);
 * console.log(manifestForEnvironment(manifest, "staging").organization); // "acme-staging"
 * ```
 */
export function manifestForEnvironment(manifest: Manifest, name: string): Manifest {
  const { envs = {}, ...base } = manifest;
  const environment = Object.hasOwn(envs, name) ? envs[name] : undefined;
  if (!environment) {
    const message = explainUnknownWord(name, "an environment of this manifest", Object.keys(envs));
    throw new ManifestError("unknown_environment", message);
  }
  const secrets = { ...base.secrets, ...environment.secrets };
  return { ...base, ...environment, ...(Object.keys(secrets).length > 0 ? { secrets } : {}) };
}
