import type { IntegrationDescription } from "@plugboard/api";
import {
  checkAgainstIntegration,
  checkManifest,
  type Manifest,
  type ManifestContract,
  type ManifestFindings,
  type ManifestIssue,
} from "@plugboard/manifest";
import { checkFiles } from "@plugboard/manifest/node";
import { PlatformError, type PlatformProblem } from "../common/platform-error.ts";

/** The text of a manifest, and whether it can contain internal scopes. */
export interface ManifestText {
  readonly text: string;
  readonly allowInternalScopes: boolean;
  /** The names that the platform's product declares. */
  readonly contract: ManifestContract;
}

/** Parses the manifest of a publication. @throws PlatformError `invalid_manifest` with every error and its position */
export function acceptManifest({ text, allowInternalScopes, contract }: ManifestText): Manifest {
  const { manifest, errors } = checkManifest(text, { allowInternalScopes, contract });
  if (manifest !== undefined) return manifest;
  throw refuse(errors);
}

/** The parts of a publication that are compared with its manifest. */
export interface PublishedParts {
  readonly manifest: ManifestText;
  /** By their paths relative to the manifest. */
  readonly files: Readonly<Record<string, Uint8Array>>;
  readonly description: IntegrationDescription;
  /** Whether the platform runs the code. */
  readonly isScript: boolean;
}

/**
 * Compares a manifest with the published files and code, as the author's tools do.
 *
 * @returns warnings
 *
 * @throws PlatformError `invalid_manifest` for errors, except for those that an author who hosts the code can
 * fix without publishing
 */
export async function comparePublication({
  manifest: { text, allowInternalScopes, contract },
  files,
  description,
  isScript,
}: PublishedParts): Promise<readonly PlatformProblem[]> {
  const checked = checkManifest(text, { allowInternalScopes, contract });
  const ofFiles = await checkFiles(checked, files);
  const ofCode = checkAgainstIntegration(checked, description);
  const strict = (isStrict: boolean, { errors }: ManifestFindings) => (isStrict ? errors : []);
  const errors = [
    // A publication at a URL can omit all files.
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
  const descriptions = problems.slice(0, maxNamed).map(({ path, message }) => `${path}: ${message}`);
  const rest = problems.length > maxNamed ? ` And ${problems.length - maxNamed} more.` : "";
  const text = `service-manifest.yaml has errors. ${descriptions.join(" ")}${rest}`;
  return new PlatformError("invalid_manifest", text, problems);
}

function toProblem({ line, column, message }: ManifestIssue): PlatformProblem {
  return { path: `manifest:${line}:${column}`, message };
}
