import type { Finding } from "../reading/finding.ts";
import type { ManifestContract } from "../model/manifest-contract.ts";
import type { ManifestPath } from "../model/manifest-issue.ts";
import { isYamlMap, valueAt, type YamlData, type YamlMap } from "../reading/yaml-data.ts";
import { variablesOf } from "../secrets/secret-expression.ts";
import { quote } from "../wording/quote.ts";
import type { ProductNames } from "./product-names.ts";

/** Returns warnings: valid input that should be written differently. */
export function findWarnings(data: YamlMap, names: ProductNames | undefined): readonly Finding[] {
  return [
    ...findDefaultVisibility(data),
    ...findRenamedScopes(data, names),
    ...findMisplacedExpressions(data),
  ];
}

function findDefaultVisibility(data: YamlMap): readonly Finding[] {
  if (Object.hasOwn(data, "visibility")) return [];
  const message =
    "The visibility is not set, so it defaults to private: only your organization can install this. Set it explicitly.";
  return [{ code: "default_visibility", path: ["visibility"], message, part: "key" }];
}

function findRenamedScopes(data: YamlMap, names: ProductNames | undefined): readonly Finding[] {
  return scopesIn(data).flatMap(({ scope, path }) => {
    const current = names?.renamedScopes.get(scope);
    if (current === undefined) return [];
    const message = `${quote(scope)} was renamed. Use ${quote(current)}.`;
    return [{ code: "deprecated_word", path, message, part: "value" } as const];
  });
}

/** Returns findings for scopes that need an operator's grant. */
export function findInternalScopes(data: YamlMap, names: ProductNames | undefined): readonly Finding[] {
  return scopesIn(data).flatMap(({ scope, path }) => {
    if (names?.internalScopes.has(scope) !== true) return [];
    const message = `An operator must grant ${quote(scope)} with \`plugboard grant\` before you publish.`;
    return [{ code: "internal_scope", path, message, part: "value" } as const];
  });
}

function scopesIn(data: YamlMap): readonly { readonly scope: string; readonly path: ManifestPath }[] {
  const scopes = valueAt(data, ["scopes"]);
  if (!Array.isArray(scopes)) return [];
  return scopes.flatMap((scope: unknown, index) =>
    typeof scope === "string" ? [{ scope, path: ["scopes", index] }] : [],
  );
}

/** Returns findings for expressions outside of secrets, where they are plain text. */
function findMisplacedExpressions(data: YamlMap): readonly Finding[] {
  return textsIn(data, []).flatMap(({ text, path }) => {
    const isSecret = path[0] === "secrets" || (path[0] === "envs" && path[2] === "secrets");
    // A summary can explain expressions.
    if (isSecret || path[0] === "summary" || variablesOf(text).length === 0) return [];
    const message = "Environment variables only work in secrets. Write the value itself.";
    return [{ code: "misplaced_expression", path, message, part: "value" } as const];
  });
}

function textsIn(data: YamlData, path: ManifestPath): readonly { text: string; path: ManifestPath }[] {
  if (typeof data === "string") return [{ text: data, path }];
  if (Array.isArray(data)) return data.flatMap((item: YamlData, index) => textsIn(item, [...path, index]));
  if (!isYamlMap(data)) return [];
  return Object.entries(data).flatMap(([key, value]) => textsIn(value, [...path, key]));
}

/** Returns a finding for an integration that is written for another product. */
export function findOtherProduct(data: YamlMap, contract: ManifestContract | undefined): readonly Finding[] {
  const product = valueAt(data, ["product"]);
  if (contract === undefined || typeof product !== "string" || product === contract.name) return [];
  const message = `This integration is for the product ${quote(product)}, but this platform hosts ${quote(contract.name)}. Publish it there.`;
  return [{ code: "other_product", path: ["product"], message, part: "value" }];
}
