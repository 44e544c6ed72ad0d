import type { ManifestIssueCode, ManifestPath } from "../manifest-issue.ts";

/** A problem of the text itself, known by where it stands. Offsets are UTF-16 code units from the start. */
export interface Problem {
  readonly code: ManifestIssueCode;
  readonly message: string;
  readonly start: number;
  readonly end: number;
  /** Empty where the problem belongs to no key or value. */
  readonly path?: ManifestPath;
}
