import type * as z from "zod/mini";
import type { Finding } from "../reading/finding.ts";
import { type ManifestIssueCode, type ManifestPath, manifestIssueCodes } from "../model/manifest-issue.ts";
import { valueAt, type YamlData } from "../reading/yaml-data.ts";
import { explainUnknownWord } from "../wording/explain-unknown-word.ts";
import { quote } from "../wording/quote.ts";
import { explainType } from "./explain-type.ts";
import { foreignWords, isRecommended } from "./manifest-words.ts";

type Issue = z.core.$ZodIssue;

/** Says in a manifest's words what the schema found wrong with some data. */
export function toFindings(issues: readonly Issue[], data: YamlData): readonly Finding[] {
  return issues.flatMap((issue) => explain(issue, [], data));
}

function explain(issue: Issue, parent: ManifestPath, data: YamlData): readonly Finding[] {
  const path = [...parent, ...issue.path.map((step) => (typeof step === "number" ? step : String(step)))];
  switch (issue.code) {
    case "invalid_type":
      return [explainType(path, valueAt(data, path), issue.expected)];
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
      return [toFinding(issue, path)];
  }
}

function toFinding(issue: Issue, path: ManifestPath): Finding {
  const { message } = issue;
  const code = codeOf(issue);
  if (code !== "unknown_key") return { code, path, message, part: "value" };
  const meant = meantBy(issue);
  return { code, path, message, part: "key", ...(meant !== undefined && { meant }) };
}

function explainWord(path: ManifestPath, value: YamlData | undefined, allowed: readonly unknown[]): Finding {
  if (typeof value !== "string") return explainType(path, value, "string");
  const ours = foreignWords.get(value);
  const message =
    ours === undefined
      ? explainUnknownWord(value, "a word allowed here", allowed.map(String).filter(isRecommended))
      : `${quote(value)} is called ${quote(ours)} here. Write that instead.`;
  return { code: "unknown_value", path, message, part: "value" };
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

/** A misspelt key speaks for the shape that has the right one. */
function isMisfit(issue: Issue): boolean {
  if (issue.path.length > 1) return false;
  return issue.code === "invalid_type" || (codeOf(issue) === "unknown_key" && meantBy(issue) === undefined);
}

/** The key that an unknown one was probably meant to be. */
function meantBy(issue: Issue): string | undefined {
  const meant: unknown = issue.code === "custom" ? issue.params?.["meant"] : undefined;
  return typeof meant === "string" ? meant : undefined;
}

/** The code that a check of ours put into an issue. */
function codeOf(issue: Issue): ManifestIssueCode {
  const code: unknown = issue.code === "custom" ? issue.params?.["code"] : undefined;
  return manifestIssueCodes.find((known) => known === code) ?? "wrong_type";
}
