import type * as z from "zod/mini";
import type { Finding } from "../finding.ts";
import { type ManifestIssueCode, type ManifestPath, manifestIssueCodes } from "../manifest-issue.ts";
import { isYamlMap, valueAt, type YamlData } from "../reading/yaml-data.ts";
import { explainUnknownWord } from "../wording/explain-unknown-word.ts";
import { quote } from "../wording/quote.ts";
import { foreignWords } from "./manifest-words.ts";

type Issue = z.core.$ZodIssue;

/** Says in a manifest's words what the schema found wrong with some data. */
export function toFindings(issues: readonly Issue[], data: YamlData): readonly Finding[] {
  return issues.flatMap((issue) => explain(issue, [], data));
}

function explain(issue: Issue, parent: ManifestPath, data: YamlData): readonly Finding[] {
  const path = [...parent, ...issue.path.map((step) => (typeof step === "number" ? step : String(step)))];
  switch (issue.code) {
    case "invalid_type":
      return [explainType(path, valueAt(data, path), typeNames.get(issue.expected) ?? "something else")];
    case "invalid_value":
      return [explainWord(path, valueAt(data, path), issue.values)];
    case "invalid_union":
      if ("options" in issue) return [explainWord(path, valueAt(data, path), issue.options ?? [])];
      return nearestOption(issue.errors).flatMap((inner) => explain(inner, path, data));
    case "invalid_key":
      return issue.issues.map((inner) => ({
        code: codeOf(inner),
        path,
        message: inner.message,
        part: "key",
      }));
    default:
      return [{ code: codeOf(issue), path, message: issue.message, part: partOf(issue) }];
  }
}

/** What the schema's types are called in a manifest. */
const typeNames: ReadonlyMap<string, string> = new Map([
  ["string", "a text"],
  ["number", "a number"],
  ["boolean", "true or false"],
  ["array", "a list"],
  ["object", "a map"],
  ["record", "a map"],
]);

function explainType(path: ManifestPath, value: YamlData | undefined, expected: string): Finding {
  const key = String(path.at(-1) ?? "");
  if (value === undefined) return missing(path, key);
  if (value === null) {
    const message = `There is no value here. Write ${expected}.`;
    return { code: "empty_value", path, message, part: "value" };
  }
  const isQuotable = expected === "a text" && typeof value !== "object";
  const advice = isQuotable ? " Put it in quotes." : "";
  const message = `This is ${typeOf(value)}, but ${expected} belongs here.${advice}`;
  return { code: "wrong_type", path, message, part: "value" };
}

function explainWord(path: ManifestPath, value: YamlData | undefined, allowed: readonly unknown[]): Finding {
  if (typeof value !== "string") return explainType(path, value, "a text");
  const ours = foreignWords.get(value);
  const message =
    ours === undefined
      ? explainUnknownWord(value, "a word allowed here", allowed.map(String))
      : `${quote(value)} is called ${quote(ours)} here. Write that instead.`;
  return { code: "unknown_value", path, message, part: "value" };
}

function missing(path: ManifestPath, key: string): Finding {
  return { code: "missing_key", path, message: `The key ${quote(key)} is missing. Add it.`, part: "key" };
}

function typeOf(value: YamlData): string {
  if (isYamlMap(value)) return "a map";
  if (Array.isArray(value)) return "a list";
  if (typeof value === "boolean") return String(value);
  if (typeof value !== "number") return "a text";
  return Number.isFinite(value) ? "a number" : "no finite number";
}

/** Of several shapes a value could have had, the one whose own keys it fits best; the last where several do. */
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

function isMisfit(issue: Issue): boolean {
  return issue.path.length <= 1 && (issue.code === "invalid_type" || codeOf(issue) === "unknown_key");
}

function partOf(issue: Issue): Finding["part"] {
  return codeOf(issue) === "unknown_key" ? "key" : "value";
}

/** The code that a check of ours put into an issue. */
function codeOf(issue: Issue): ManifestIssueCode {
  const code: unknown = issue.code === "custom" ? issue.params?.["code"] : undefined;
  return manifestIssueCodes.find((known) => known === code) ?? "wrong_type";
}
