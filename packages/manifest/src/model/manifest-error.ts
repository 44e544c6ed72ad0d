import type { ManifestIssue } from "./manifest-issue.ts";

/** The `code` of a `ManifestError`. */
export type ManifestErrorCode =
  /** The manifest has errors, listed in `issues`. */
  | "invalid_manifest"
  /** Environment variables required by secrets are not set; see `variables`. */
  | "missing_variables"
  /** The manifest has no environment with this name. */
  | "unknown_environment"
  /** An edit doesn't fit the structure of the manifest. */
  | "impossible_edit"
  /** There is no file to read. */
  | "unreadable_file";

/** The fields of an error besides its message. */
interface ManifestErrorDetails {
  readonly issues?: readonly ManifestIssue[];
  readonly variables?: readonly string[];
  readonly cause?: unknown;
}

/** Thrown for a manifest that can't be used. Never contains the value of a secret. */
export class ManifestError extends Error {
  override readonly name = "ManifestError";
  readonly code: ManifestErrorCode;
  /** The manifest's errors in the order of the text; empty unless `code` is `invalid_manifest`. */
  readonly issues: readonly ManifestIssue[];
  /** Names of the environment variables that are not set; empty unless `code` is `missing_variables`. */
  readonly variables: readonly string[];

  constructor(code: ManifestErrorCode, message: string, details: ManifestErrorDetails = {}) {
    super(message, "cause" in details ? { cause: details.cause } : {});
    this.code = code;
    this.issues = details.issues ?? [];
    this.variables = details.variables ?? [];
  }
}

/** Creates an error that lists all errors of a manifest. */
export function invalidManifestError(issues: readonly ManifestIssue[], file: string): ManifestError {
  const list = issues.map(({ line, column, message }) => `\n  ${file}:${line}:${column} ${message}`);
  const count = issues.length === 1 ? "an error" : `${issues.length} errors`;
  return new ManifestError("invalid_manifest", `The manifest has ${count}.${list.join("")}`, { issues });
}
