import type { Finding } from "../finding.ts";
import { valueAt, type YamlMap } from "../reading/yaml-data.ts";
import { quote } from "../wording/quote.ts";
import { isDeprecatedScope, toScope } from "./manifest-words.ts";

/** What works, but should be written differently. */
export function findWarnings(data: YamlMap): readonly Finding[] {
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
