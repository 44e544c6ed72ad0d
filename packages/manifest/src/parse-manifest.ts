import { checkManifest, type CheckManifestOptions } from "./check-manifest.ts";
import type { Manifest } from "./manifest.ts";
import { invalidManifestError } from "./manifest-error.ts";

/**
 * The manifest that a text holds. Warnings are passed over; `checkManifest` reports them too.
 *
 * @param yaml the file's text, or its bytes, which must be UTF-8
 * @throws ManifestError with `code` `invalid_manifest` and all errors in `issues`
 */
export function parseManifest(yaml: string | Uint8Array, options: CheckManifestOptions = {}): Manifest {
  const { manifest, errors, source } = checkManifest(yaml, options);
  if (manifest) return manifest;
  throw invalidManifestError(errors, source.file);
}
