import * as z from "zod/mini";
import { invalidManifestError } from "../model/manifest-error.ts";
import type { ManifestFindings, ManifestIssue } from "../model/manifest-issue.ts";
import type { Manifest } from "../model/manifest.ts";
import type { ManifestContract } from "../model/manifest-contract.ts";
import { type Finding, toIssue } from "../reading/finding.ts";
import type { ManifestSource } from "../reading/manifest-source.ts";
import { problemToIssue } from "../reading/problem.ts";
import { readManifestText } from "../reading/read-manifest-text.ts";
import { findInternalScopes, findOtherProduct, findWarnings } from "../schema/manifest-checks.ts";
import { manifestSchemaOf } from "../schema/manifest-schema.ts";
import { namesOf } from "../schema/product-names.ts";
import { toFindings, withoutMisspelledKeys } from "../schema/to-findings.ts";

/** The file name of a manifest (specification, "Manifest"). */
export const manifestFileName: string = "service-manifest.yaml";

/** The maximum number of errors reported per manifest. */
const maxIssues = 100;

/** Options for `checkManifest`. */
export interface CheckManifestOptions {
  /** The name shown for the manifest. Defaults to `service-manifest.yaml`. */
  readonly file?: string;
  /** Whether to allow the scopes that need an operator's grant. Defaults to false. */
  readonly allowInternalScopes?: boolean;
  /**
   * The contract of the product that the integration is for. Only its scopes, kinds and events are allowed, and those
   * of the platform. Without it, a manifest may name any, and only the platform that it is published to checks them.
   */
  readonly contract?: ManifestContract | undefined;
}

/** A checked manifest with its findings. */
export interface CheckedManifest extends ManifestFindings {
  /** `undefined` if there are errors. */
  readonly manifest: Manifest | undefined;
  readonly source: ManifestSource;
  /** The contract that the manifest was checked with. */
  readonly contract?: ManifestContract | undefined;
}

/**
 * Parses and checks a manifest. Returns all problems, sorted by line. Never throws.
 *
 * @param yaml the file's text, or its bytes in UTF-8
 *
 * @example
 * ```ts
 * import { checkManifest } from "@plugboard/manifest";
 *
 * const { errors } = checkManifest("name: page-digest");
 * for (const { line, column, message } of errors) console.log(`${line}:${column} ${message}`);
 * ```
 */
export function checkManifest(
  yaml: string | Uint8Array,
  options: CheckManifestOptions = {},
): CheckedManifest {
  const { contract } = options;
  const { source, data, problems } = readManifestText(yaml, options.file ?? manifestFileName);
  const readingErrors = problems.map((problem) => problemToIssue(problem, source));
  if (!data) return { manifest: undefined, errors: limit(readingErrors), warnings: [], source };
  const names = contract && namesOf(contract);
  const parsed = z.safeParse(manifestSchemaOf(names), data);
  const findings = parsed.success ? [] : toFindings(parsed.error.issues.slice(0, maxIssues + 1), data, names);
  const reported = withoutMisspelledKeys(findings, findings);
  const internal = options.allowInternalScopes ? [] : findInternalScopes(data, names);
  const errors = limit([
    ...readingErrors,
    ...toIssues([...reported, ...internal, ...findOtherProduct(data, contract)], source),
  ]);
  return {
    manifest: parsed.success && errors.length === 0 ? parsed.data : undefined,
    errors,
    warnings: limit(toIssues(withoutMisspelledKeys(findWarnings(data, names), findings), source)),
    source,
    contract,
  };
}

function toIssues(findings: readonly Finding[], source: ManifestSource): readonly ManifestIssue[] {
  return findings.map((finding) => toIssue(finding, source));
}

function limit(issues: readonly ManifestIssue[]): readonly ManifestIssue[] {
  const sorted = [...issues].sort((a, b) => a.line - b.line || a.column - b.column);
  if (sorted.length <= maxIssues) return sorted;
  const last: ManifestIssue = {
    code: "too_many_issues",
    path: [],
    message: `There are more than ${maxIssues} problems. Fix these first.`,
    line: 1,
    column: 1,
    length: 1,
  };
  return [...sorted.slice(0, maxIssues), last];
}

/**
 * Parses a manifest. Ignores warnings; use `checkManifest` to get them.
 *
 * @param yaml the file's text, or its bytes in UTF-8
 * @throws ManifestError with `code` `invalid_manifest` and all errors in `issues`
 *
 * @example
 * ```ts
 * import { parseManifest } from "@plugboard/manifest";
 *
 * const manifest = parseManifest(`name: page-digest
 * title: Page digest
 * description: Posts what changed to a channel.
 * organization: acme
 * visibility: private
 * scopes: []`);
 * console.log(manifest.title); // "Page digest"
 * ```
 */
export function parseManifest(yaml: string | Uint8Array, options: CheckManifestOptions = {}): Manifest {
  const { manifest, errors, source } = checkManifest(yaml, options);
  if (manifest) return manifest;
  throw invalidManifestError(errors, source.file);
}
