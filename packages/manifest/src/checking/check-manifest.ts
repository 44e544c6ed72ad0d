import * as z from "zod/mini";
import { type Finding, toIssue } from "../reading/finding.ts";
import { invalidManifestError } from "../model/manifest-error.ts";
import type {
  ManifestFindings,
  ManifestIssue,
  ManifestIssueCode,
  ManifestPath,
} from "../model/manifest-issue.ts";
import type { Manifest } from "../model/manifest.ts";
import type { ManifestSource } from "../reading/manifest-source.ts";
import { problemToIssue } from "../reading/problem.ts";
import { readManifestText } from "../reading/read-manifest-text.ts";
import { valueAt, type YamlMap } from "../reading/yaml-data.ts";
import { manifestSchema } from "../schema/manifest-schema.ts";
import { isDeprecatedScope, isInternalScope, toScope } from "../schema/manifest-words.ts";
import { toFindings } from "../schema/to-findings.ts";
import { quote } from "../wording/quote.ts";

/** The name of a manifest's file (docs/conformance.md#manifest-file). */
export const manifestFileName: string = "service-manifest.yaml";

/** At most this many errors of one manifest are reported. */
const maxIssues = 100;

/** How to check a manifest. */
export interface CheckManifestOptions {
  /** The name to show for the manifest; `service-manifest.yaml` unless said otherwise. */
  readonly file?: string;
  /** Lets the platform's own integrations name the scopes kept for them. */
  readonly allowInternalScopes?: boolean;
}

/** A manifest with everything there is to say about it. */
export interface CheckedManifest extends ManifestFindings {
  /** Absent where there are errors. */
  readonly manifest: Manifest | undefined;
  readonly source: ManifestSource;
}

/**
 * Reads and checks a manifest, and reports all its problems at once, in the order of their lines. Never throws.
 *
 * @param yaml the file's text, or its bytes, which must be UTF-8
 *
 * @example
 * ```ts
 * import { checkManifest, printFindings } from "@plugboard/manifest";
 *
 * const checked = checkManifest("name: Page digest");
 * console.log(printFindings(checked, checked.source)); // what is wrong, where, and what to do
 * ```
 */
export function checkManifest(
  yaml: string | Uint8Array,
  options: CheckManifestOptions = {},
): CheckedManifest {
  const { source, data, problems } = readManifestText(yaml, options.file ?? manifestFileName);
  const readingErrors = problems.map((problem) => problemToIssue(problem, source));
  if (!data) return { manifest: undefined, errors: limit(readingErrors), warnings: [], source };
  const parsed = z.safeParse(manifestSchema, data);
  const findings = parsed.success ? [] : toFindings(parsed.error.issues.slice(0, maxIssues + 1), data);
  const distinct = withoutMisspeltKeys(findings, findings);
  const internal = options.allowInternalScopes ? [] : findInternalScopes(data);
  const errors = limit([...readingErrors, ...toIssues([...distinct, ...internal], source)]);
  return {
    manifest: parsed.success && errors.length === 0 ? parsed.data : undefined,
    errors,
    warnings: limit(toIssues(withoutMisspeltKeys(findWarnings(data), findings), source)),
    source,
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
    message: `There are more than ${maxIssues} problems. Mend these first.`,
    line: 1,
    column: 1,
    length: 1,
  };
  return [...sorted.slice(0, maxIssues), last];
}

/**
 * The manifest that a text holds. Warnings are passed over; `checkManifest` reports them too.
 *
 * @param yaml the file's text, or its bytes, which must be UTF-8
 * @throws ManifestError with `code` `invalid_manifest` and all errors in `issues`
 *
 * @example
 * ```ts
 * import { parseManifest } from "@plugboard/manifest";
 *
 * const yaml = `
 * name: page-digest
 * title: Page digest
 * description: Posts what changed to a channel.
 * organization: acme
 * visibility: private
 * scopes: [space:content:read]
 * `;
 * console.log(parseManifest(yaml).scopes); // ["space:content:read"]
 * ```
 */
export function parseManifest(yaml: string | Uint8Array, options: CheckManifestOptions = {}): Manifest {
  const { manifest, errors, source } = checkManifest(yaml, options);
  if (manifest) return manifest;
  throw invalidManifestError(errors, source.file);
}

/** Scopes that the platform keeps for its own integrations. */
function findInternalScopes(data: YamlMap): readonly Finding[] {
  const scopes = valueAt(data, ["scopes"]);
  if (!Array.isArray(scopes)) return [];
  return scopes.flatMap((word: unknown, index) => {
    if (!isInternalScope(word)) return [];
    const message = `${quote(String(word))} is reserved for the platform's own integrations. Remove it.`;
    return [{ code: "internal_scope", path: ["scopes", index], message, part: "value" } as const];
  });
}

/** What works, but should be written differently. */
function findWarnings(data: YamlMap): readonly Finding[] {
  return [...findDefaultVisibility(data), ...findDeprecatedScopes(data)];
}

function findDefaultVisibility(data: YamlMap): readonly Finding[] {
  if (Object.hasOwn(data, "visibility")) return [];
  const message =
    "There is no visibility, so private is taken: only your organization can install this. Write it down.";
  return [{ code: "default_visibility", path: ["visibility"], message, part: "key" }];
}

function findDeprecatedScopes(data: YamlMap): readonly Finding[] {
  const scopes = valueAt(data, ["scopes"]);
  if (!Array.isArray(scopes)) return [];
  return scopes.flatMap((word: unknown, index) => {
    if (!isDeprecatedScope(word)) return [];
    const message = `${quote(word)} is a former name. Write ${quote(toScope(word))}.`;
    return [{ code: "deprecated_word", path: ["scopes", index], message, part: "value" } as const];
  });
}

/** What there is to say of a key that is not there. */
const absences: ReadonlySet<ManifestIssueCode> = new Set(["missing_key", "default_visibility"]);

/** The findings without those that call a key absent which one of `all` takes for misspelt. */
function withoutMisspeltKeys(findings: readonly Finding[], all: readonly Finding[]): readonly Finding[] {
  const misspelt = new Set(
    all.flatMap(({ path, meant }) => (meant === undefined ? [] : [nameOf([...path.slice(0, -1), meant])])),
  );
  return findings.filter(({ code, path }) => !(absences.has(code) && misspelt.has(nameOf(path))));
}

function nameOf(path: ManifestPath): string {
  return JSON.stringify(path);
}
