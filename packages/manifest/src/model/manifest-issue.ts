/** All issue codes, in the order of the checks: reading, keys and values, code, files. */
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
  "invalid_schema",
  "invalid_schedule",
  "hidden_character",
  "invalid_expression",
  "literal_secret",
  "internal_scope",
  "other_product",
  "other_target",
  "duplicate_item",
  "empty_list",
  "unknown_property",
  "shown_property",
  "default_not_listed",
  "default_visibility",
  "deprecated_word",
  "misplaced_expression",
  "missing_component",
  "missing_tool",
  "undeclared_tool",
  "unhandled_schedule",
  "missing_fetch",
  "missing_scope",
  "unknown_event",
  "unknown_request",
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

/** The kind of an issue. Stable, for use in programs. */
export type ManifestIssueCode = (typeof manifestIssueCodes)[number];

/** The keys and list indexes of a value; empty for the manifest itself. */
export type ManifestPath = readonly (string | number)[];

/** A problem of a manifest. */
export interface ManifestIssue {
  readonly code: ManifestIssueCode;
  readonly path: ManifestPath;
  /** The problem and how to fix it. Never contains the value of a secret. */
  readonly message: string;
  /** Starts at 1. */
  readonly line: number;
  /** Starts at 1, in UTF-16 code units, as in editors. */
  readonly column: number;
  /** The number of affected characters on that line; at least 1. */
  readonly length: number;
}

/** The problems found by a check. A manifest with errors can't be used; warnings are advice. */
export interface ManifestFindings {
  readonly errors: readonly ManifestIssue[];
  readonly warnings: readonly ManifestIssue[];
}
