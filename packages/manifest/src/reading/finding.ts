import type { ManifestIssue, ManifestIssueCode, ManifestPath } from "../model/manifest-issue.ts";
import type { ManifestSource } from "./manifest-source.ts";

/** A problem identified by the path of its value or key. */
export interface Finding {
  readonly code: ManifestIssueCode;
  readonly path: ManifestPath;
  readonly message: string;
  readonly part: "key" | "value";
  /** The suggestion for an unknown key. */
  readonly meant?: string | undefined;
}

/** Converts a finding to an issue with its position. */
export function toIssue({ code, path, message, part }: Finding, source: ManifestSource): ManifestIssue {
  return { code, path, message, ...source.locate(path, part) };
}
