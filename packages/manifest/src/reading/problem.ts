import type { ManifestIssue, ManifestIssueCode, ManifestPath } from "../model/manifest-issue.ts";
import type { ManifestSource } from "./manifest-source.ts";

/** A problem of the text itself, identified by its position. Offsets are UTF-16 code units. */
export interface Problem {
  readonly code: ManifestIssueCode;
  readonly message: string;
  readonly start: number;
  readonly end: number;
  /** `undefined` if the problem belongs to no key or value. */
  readonly path?: ManifestPath;
}

/** Converts a problem to an issue with its line. */
export function problemToIssue(
  { code, message, path = [], start, end }: Problem,
  source: ManifestSource,
): ManifestIssue {
  return { code, path, message, ...source.rangeOf(start, end) };
}
