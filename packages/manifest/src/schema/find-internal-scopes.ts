import type { Finding } from "../finding.ts";
import { valueAt, type YamlMap } from "../reading/yaml-data.ts";
import { quote } from "../wording/quote.ts";
import { isInternalScope } from "./manifest-words.ts";

/** Scopes that the platform keeps for its own integrations. */
export function findInternalScopes(data: YamlMap): readonly Finding[] {
  const scopes = valueAt(data, ["scopes"]);
  if (!Array.isArray(scopes)) return [];
  return scopes.flatMap((word: unknown, index) => {
    if (!isInternalScope(word)) return [];
    const message = `${quote(String(word))} is reserved for the platform's own integrations. Remove it.`;
    return [{ code: "internal_scope", path: ["scopes", index], message, part: "value" } as const];
  });
}
