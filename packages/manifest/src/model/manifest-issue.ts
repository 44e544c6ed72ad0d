/** Every kind of problem a manifest can have, in the order the work is done: reading, keys and values, code, files. */
export const manifestIssueCodes = [
  "too_large",
  "wrong_encoding",
  "byte_order_mark",
  "control_character",
  "empty_manifest",
  "yaml_syntax",
  "several_documents",
  "directive",
  "anchor",
  "tag",
  "too_deep",
  "duplicate_key",
  "forbidden_key",
  "missing_key",
  "unknown_key",
  "empty_value",
  "wrong_type",
  "unknown_value",
  "too_long",
  "invalid_name",
  "invalid_organization",
  "invalid_id",
  "invalid_url",
  "invalid_file_path",
  "invalid_endpoint_path",
  "invalid_directive",
  "invalid_expression",
  "literal_secret",
  "internal_scope",
  "duplicate_item",
  "empty_list",
  "unknown_property",
  "shown_property",
  "default_not_listed",
  "default_visibility",
  "deprecated_word",
  "misplaced_expression",
  "missing_component",
  "missing_fetch",
  "missing_scope",
  "unknown_event",
  "undeclared_secret",
  "unused_secret",
  "missing_file",
  "outside_folder",
  "not_a_file",
  "file_too_large",
  "not_an_image",
  "image_size",
  "image_ratio",
  "too_many_issues",
] as const;

/** What kind of problem an issue is; stable, for programs. */
export type ManifestIssueCode = (typeof manifestIssueCodes)[number];

/** Keys and list positions that lead to a value; empty for the manifest itself. */
export type ManifestPath = readonly (string | number)[];

/** One problem of a manifest. */
export interface ManifestIssue {
  readonly code: ManifestIssueCode;
  readonly path: ManifestPath;
  /** What is wrong and what to do about it. Never holds the value of a secret. */
  readonly message: string;
  /** Counted from 1. */
  readonly line: number;
  /** Counted from 1, in UTF-16 code units, as editors do. */
  readonly column: number;
  /** How many characters of that line the problem covers; at least 1. */
  readonly length: number;
}

/** Problems found by one check: errors make the manifest unusable, warnings do not. */
export interface ManifestFindings {
  readonly errors: readonly ManifestIssue[];
  readonly warnings: readonly ManifestIssue[];
}
