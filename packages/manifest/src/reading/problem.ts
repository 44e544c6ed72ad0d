import type { ManifestIssue, ManifestIssueCode, ManifestPath } from "../model/manifest-issue.ts";
import type { ManifestSource } from "./manifest-source.ts";

/** A problem of the text itself, known by its place. Offsets are UTF-16 code units from the start. */
export interface Problem {
  readonly code: ManifestIssueCode;
  readonly message: string;
  readonly start: number;
  readonly end: number;
  /** Empty where the problem belongs to no key or value. */
  readonly path?: ManifestPath;
}

/** Says which line a problem is on. */
export function problemToIssue(
  { code, message, path = [], start, end }: Problem,
  source: ManifestSource,
): ManifestIssue {
  return { code, path, message, ...source.rangeOf(start, end) };
}
