import type * as z from "zod/mini";
import { type ManifestIssueCode, manifestIssueCodes, type ManifestPath } from "../model/manifest-issue.ts";
import type { Finding } from "../reading/finding.ts";
import { isYamlMap, valueAt, type YamlData } from "../reading/yaml-data.ts";
import { explainUnknownWord } from "../wording/explain-unknown-word.ts";
import { quote } from "../wording/quote.ts";
import type { ProductNames } from "./product-names.ts";

type Issue = z.core.$ZodIssue;

/** Converts the schema's issues to findings in the manifest's terms. */
export function toFindings(
  issues: readonly Issue[],
  data: YamlData,
  names: ProductNames | undefined,
): readonly Finding[] {
  return issues.flatMap((issue) => explain(issue, [], data, names));
}

function explain(
  issue: Issue,
  parent: ManifestPath,
  data: YamlData,
  names: ProductNames | undefined,
): readonly Finding[] {
  const path = [...parent, ...issue.path.map((step) => (typeof step === "number" ? step : String(step)))];
  switch (issue.code) {
    case "invalid_type":
      return [explainType(path, valueAt(data, path), issue.expected)];
    case "invalid_value":
      return [explainWord(path, valueAt(data, path), issue.values, names)];
    case "invalid_union":
      if ("options" in issue) return [explainWord(path, valueAt(data, path), issue.options ?? [], names)];
      return nearestOption(issue.errors).flatMap((inner) => explain(inner, path, data, names));
    case "invalid_key":
      return issue.issues.map((inner) => ({
        code: codeOf(inner),
        path,
        message: inner.message,
        part: "key",
      }));
    default:
      return [toFinding(issue, path)];
  }
}

function toFinding(issue: Issue, path: ManifestPath): Finding {
  const { message } = issue;
  const code = codeOf(issue);
  if (code !== "unknown_key") return { code, path, message, part: "value" };
  const meant = meantBy(issue);
  return { code, path, message, part: "key", meant };
}

function explainWord(
  path: ManifestPath,
  value: YamlData | undefined,
  allowed: readonly unknown[],
  names: ProductNames | undefined,
): Finding {
  if (typeof value !== "string") return explainType(path, value, "string");
  const ours = names?.foreignWords.get(value);
  const message =
    ours === undefined
      ? explainUnknownWord(
          value,
          "an allowed value",
          allowed.map(String).filter((word) => isRecommended(word, names)),
        )
      : `Use ${quote(ours)} instead of ${quote(value)}.`;
  return { code: "unknown_value", path, message, part: "value" };
}

function isRecommended(word: string, names: ProductNames | undefined): boolean {
  return names?.renamedScopes.has(word) !== true && names?.internalScopes.has(word) !== true;
}

/**
 * Returns the issues of the variant that matches the value's keys best, or of the last one if several match
 * equally well.
 */
function nearestOption(options: readonly (readonly Issue[])[]): readonly Issue[] {
  let nearest: readonly Issue[] = [];
  let fewest = Number.POSITIVE_INFINITY;
  for (const issues of options) {
    const misfits = issues.filter(isMisfit).length;
    if (misfits > fewest) continue;
    nearest = issues;
    fewest = misfits;
  }
  return nearest;
}

/** A misspelled key counts for the variant with the correct key. */
function isMisfit(issue: Issue): boolean {
  if (issue.path.length > 1) return false;
  return issue.code === "invalid_type" || (codeOf(issue) === "unknown_key" && meantBy(issue) === undefined);
}

/** Returns the suggestion for an unknown key. */
function meantBy(issue: Issue): string | undefined {
  const meant: unknown = issue.code === "custom" ? issue.params?.["meant"] : undefined;
  return typeof meant === "string" ? meant : undefined;
}

/** Returns the code of an issue from one of our checks. */
function codeOf(issue: Issue): ManifestIssueCode {
  const code: unknown = issue.code === "custom" ? issue.params?.["code"] : undefined;
  return manifestIssueCodes.find((known) => known === code) ?? "wrong_type";
}

/** Codes for missing keys. */
const absences: ReadonlySet<ManifestIssueCode> = new Set(["missing_key", "default_visibility"]);

/** Removes findings for missing keys that are misspelled according to `all`. */
export function withoutMisspelledKeys(
  findings: readonly Finding[],
  all: readonly Finding[],
): readonly Finding[] {
  const misspelled = new Set(
    all.flatMap(({ path, meant }) => (meant === undefined ? [] : [nameOf([...path.slice(0, -1), meant])])),
  );
  return findings.filter(({ code, path }) => !(absences.has(code) && misspelled.has(nameOf(path))));
}

function nameOf(path: ManifestPath): string {
  return JSON.stringify(path);
}

/** The name of a schema type in messages, with advice. */
interface ExpectedType {
  readonly name: string;
  /** Advice for a missing value. Defaults to writing a value of this type. */
  readonly toFill?: string;
  /** Advice for a value of another type. */
  readonly toMend?: (value: YamlData) => string;
}

const map: ExpectedType = {
  name: "a map",
  toFill: "Write lines of the form `key: value`, indented below this key.",
  toMend: () => "Write lines of the form `key: value`.",
};

const expectedTypes: ReadonlyMap<string, ExpectedType> = new Map([
  [
    "string",
    {
      name: "a text",
      toFill: "Use text, and quote it if it starts with #.",
      toMend: (value) => (typeof value === "object" ? "" : "Put it in quotes."),
    },
  ],
  ["number", { name: "a number", toMend: unquoteNumber }],
  ["boolean", { name: "true or false", toMend: unquoteBoolean }],
  [
    "array",
    {
      name: "a list",
      toFill: 'Write a list, with "- " before each item.',
      toMend: () => 'Write "- " before each item, each on a line of its own.',
    },
  ],
  ["object", map],
  ["record", map],
]);

const unknownType: ExpectedType = { name: "something else" };

/** Explains that a value is missing, empty, or not of the schema's `expected` type. */
function explainType(path: ManifestPath, value: YamlData | undefined, expected: string): Finding {
  if (value === undefined) {
    const message = `The key "${String(path.at(-1) ?? "")}" is missing. Add it.`;
    return { code: "missing_key", path, message, part: "key" };
  }
  const { name, toFill, toMend } = expectedTypes.get(expected) ?? unknownType;
  if (value === null) {
    const message = `The value is missing. ${toFill ?? `Write ${name}.`}`;
    return { code: "empty_value", path, message, part: "value" };
  }
  const message = `This is ${typeOf(value)}, but it must be ${name}. ${toMend?.(value) ?? ""}`.trimEnd();
  return { code: "wrong_type", path, message, part: "value" };
}

function unquoteNumber(value: YamlData): string {
  return typeof value === "string" && /^[-+]?[\d.]+$/.test(value) ? "Remove the quotes." : "";
}

/** YAML 1.1 had more words for booleans than YAML 1.2. */
function unquoteBoolean(value: YamlData): string {
  if (typeof value !== "string") return "";
  if (/^(?:true|false)$/i.test(value)) return "Remove the quotes.";
  if (/^(?:yes|y|on)$/i.test(value)) return "Write true.";
  return /^(?:no|n|off)$/i.test(value) ? "Write false." : "";
}

function typeOf(value: YamlData): string {
  if (isYamlMap(value)) return "a map";
  if (Array.isArray(value)) return "a list";
  if (typeof value === "boolean") return String(value);
  if (typeof value !== "number") return "a text";
  return Number.isFinite(value) ? "a number" : "no finite number";
}
