import type { ManifestIssue } from "./manifest-issue.ts";

/** Why a manifest cannot be used. */
export type ManifestErrorCode =
  /** The manifest has errors; `issues` says which. */
  | "invalid_manifest"
  /** Environment variables that secrets name are not set; `variables` says which. */
  | "missing_variables"
  /** The manifest has no environment of that name. */
  | "unknown_environment"
  /** An edit does not fit what the manifest holds. */
  | "impossible_edit"
  /** There is no file to read. */
  | "unreadable_file";

/** What an error carries beside its message. */
interface ManifestErrorDetails {
  readonly issues?: readonly ManifestIssue[];
  readonly variables?: readonly string[];
  readonly cause?: unknown;
}

/** A manifest that cannot be used; `code` says why. Holds no secret's value. */
export class ManifestError extends Error {
  override readonly name = "ManifestError";
  readonly code: ManifestErrorCode;
  /** The manifest's errors, in the order of the text; empty unless `code` is `invalid_manifest`. */
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

/** The error that lists all of a manifest's errors. */
export function invalidManifestError(issues: readonly ManifestIssue[], file: string): ManifestError {
  const list = issues.map(({ line, column, message }) => `\n  ${file}:${line}:${column} ${message}`);
  const count = issues.length === 1 ? "an error" : `${issues.length} errors`;
  return new ManifestError("invalid_manifest", `The manifest has ${count}.${list.join("")}`, { issues });
}
