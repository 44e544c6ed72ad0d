import type { IntegrationDescription } from "@plugboard/api";
import {
  checkAgainstIntegration,
  type CheckedManifest,
  checkManifest,
  type Manifest,
  type ManifestFindings,
  type ManifestIssue,
} from "@plugboard/manifest";
import { checkFiles } from "@plugboard/manifest/node";
import { PlatformError, type PlatformProblem } from "../common/platform-error.ts";

/** A manifest that can be published. */
export interface AcceptedManifest {
  readonly checked: CheckedManifest;
  readonly manifest: Manifest;
}

/** Reads the manifest of a publication. @throws PlatformError `invalid_manifest` with every error and its place */
export function acceptManifest(text: string, allowInternalScopes: boolean): AcceptedManifest {
  const checked = checkManifest(text, { allowInternalScopes });
  const { manifest, errors } = checked;
  if (manifest !== undefined) return { checked, manifest };
  throw refuse(errors);
}

/** What a manifest is compared with. */
export interface PublishedParts {
  /** By their paths relative to the manifest. */
  readonly files: Readonly<Record<string, Uint8Array>>;
  readonly description: IntegrationDescription;
  /** Whether the platform runs the code. */
  readonly isScript: boolean;
}

/**
 * Compares a manifest with the files and the code that are published with it, as the author's tools do.
 *
 * @returns what may be better
 * @throws PlatformError `invalid_manifest` for errors, but not for those that may be mended without publishing, since the code is
 * hosted elsewhere
 */
export async function comparePublication(
  { checked }: AcceptedManifest,
  { files, description, isScript }: PublishedParts,
): Promise<readonly PlatformProblem[]> {
  const ofFiles = await checkFiles(checked, files);
  const ofCode = checkAgainstIntegration(checked, description);
  const strict = (isStrict: boolean, { errors }: ManifestFindings) => (isStrict ? errors : []);
  const errors = [
    // Who publishes no files at all at a URL shows none.
    ...strict(isScript || Object.keys(files).length > 0, ofFiles),
    ...strict(isScript, ofCode),
  ];
  if (errors.length > 0) throw refuse(errors);
  const warnings = [...checked.warnings, ...ofFiles.warnings, ...ofCode.warnings];
  return [...ofFiles.errors, ...ofCode.errors, ...warnings].map(toProblem);
}

const maxNamed = 5;

function refuse(errors: readonly ManifestIssue[]): PlatformError {
  const problems = errors.map(toProblem);
  const named = problems.slice(0, maxNamed).map(({ path, message }) => `${path}: ${message}`);
  const rest = problems.length > maxNamed ? ` And ${problems.length - maxNamed} more.` : "";
  const text = `service-manifest.yaml cannot be published like this. ${named.join(" ")}${rest}`;
  return new PlatformError("invalid_manifest", text, problems);
}

function toProblem({ line, column, message }: ManifestIssue): PlatformProblem {
  return { path: `manifest:${line}:${column}`, message };
}
