import type { Manifest } from "../model/manifest.ts";
import { ManifestError } from "../model/manifest-error.ts";
import { explainUnknownWord } from "../wording/explain-unknown-word.ts";

/**
 * The manifest as one of its `envs` has it: organization and visibility replaced, secrets laid over the manifest's own
 * name by name.
 *
 * @throws ManifestError with `code` `unknown_environment`
 *
 * @example
 * ```ts
 * import { manifestForEnvironment } from "@plugboard/manifest";
 * import { readManifest } from "@plugboard/manifest/node";
 *
 * const { manifest } = await readManifest(".");
 * if (manifest !== undefined) console.log(manifestForEnvironment(manifest, "staging").organization);
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
