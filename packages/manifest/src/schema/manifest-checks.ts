import type { Finding } from "../reading/finding.ts";
import type { ManifestContract } from "../model/manifest-contract.ts";
import type { ManifestPath } from "../model/manifest-issue.ts";
import { isYamlMap, valueAt, type YamlData, type YamlMap } from "../reading/yaml-data.ts";
import { variablesOf } from "../secrets/secret-expression.ts";
import { quote } from "../wording/quote.ts";
import { type ProductNames, usualNames } from "./manifest-schema.ts";
import { isDeprecatedScope, isInternalScope, toScope } from "./manifest-words.ts";

/** Returns warnings: valid input that should be written differently. */
export function findWarnings(data: YamlMap): readonly Finding[] {
  return [...findDefaultVisibility(data), ...findDeprecatedScopes(data), ...findMisplacedExpressions(data)];
}

function findDefaultVisibility(data: YamlMap): readonly Finding[] {
  if (Object.hasOwn(data, "visibility")) return [];
  const message =
    "The visibility is not set, so it defaults to private: only your organization can install this. Set it explicitly.";
  return [{ code: "default_visibility", path: ["visibility"], message, part: "key" }];
}

function findDeprecatedScopes(data: YamlMap): readonly Finding[] {
  const scopes = valueAt(data, ["scopes"]);
  if (!Array.isArray(scopes)) return [];
  return scopes.flatMap((word: unknown, index) => {
    if (!isDeprecatedScope(word)) return [];
    const message = `${quote(word)} was renamed. Use ${quote(toScope(word))}.`;
    return [{ code: "deprecated_word", path: ["scopes", index], message, part: "value" } as const];
  });
}

/** Returns findings for scopes that need an operator's grant. */
export function findInternalScopes(data: YamlMap): readonly Finding[] {
  const scopes = valueAt(data, ["scopes"]);
  if (!Array.isArray(scopes)) return [];
  return scopes.flatMap((word: unknown, index) => {
    if (!isInternalScope(word)) return [];
    const message = `An operator must grant ${quote(String(word))} with \`plugboard grant\` before you publish.`;
    return [{ code: "internal_scope", path: ["scopes", index], message, part: "value" } as const];
  });
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

const scopePattern = /^[a-z][a-z0-9-]*(?::[a-z][a-z0-9-]*)+$/;

/** Returns the names of a contract that a manifest may use. */
export function namesOf({ scopes = {}, kinds }: ManifestContract): ProductNames {
  return { scopes: Object.keys(scopes), kinds: kinds === undefined ? usualNames.kinds : Object.keys(kinds) };
}

/**
 * Returns the names of the product that a manifest may use. Without a contract, a product's names are unknown, so
 * that the manifest may use any.
 */
export function productNamesOf(data: YamlMap, contract: ManifestContract | undefined): ProductNames {
  if (contract !== undefined) return namesOf(contract);
  if (typeof valueAt(data, ["product"]) !== "string") return usualNames;
  const scopes = valueAt(data, ["scopes"]);
  const configurations = valueAt(data, ["configurations"]);
  const target = valueAt(data, ["target"]);
  return {
    scopes: Array.isArray(scopes)
      ? scopes.filter((scope: unknown) => typeof scope === "string" && scopePattern.test(scope))
      : [],
    kinds: [
      ...(isYamlMap(configurations) ? Object.keys(configurations) : []),
      ...(typeof target === "string" ? [target] : []),
    ],
  };
}

/** Returns a finding for an integration that is written for another product. */
export function findOtherProduct(data: YamlMap, contract: ManifestContract | undefined): readonly Finding[] {
  const product = valueAt(data, ["product"]);
  if (contract === undefined || typeof product !== "string" || product === contract.name) return [];
  const message = `This integration is for the product ${quote(product)}, but this platform hosts ${quote(contract.name)}. Publish it there.`;
  return [{ code: "other_product", path: ["product"], message, part: "value" }];
}
