import type { ManifestIssue, ManifestIssueCode, ManifestPath } from "../model/manifest-issue.ts";
import type { ManifestSource } from "./manifest-source.ts";

/** A problem known by the path of the value, or of the key, that has it. */
export interface Finding {
  readonly code: ManifestIssueCode;
  readonly path: ManifestPath;
  readonly message: string;
  readonly part: "key" | "value";
  /** The key that an unknown one was probably meant to be. */
  readonly meant?: string | undefined;
}

/** Says where in the text a finding is. */
export function toIssue({ code, path, message, part }: Finding, source: ManifestSource): ManifestIssue {
  return { code, path, message, ...source.locate(path, part) };
}
