import { scopes as platformScopes } from "@plugboard/api";
import type { ContractScope, ManifestContract } from "../model/manifest-contract.ts";

/** The names that manifests for a product can use. */
export interface ProductNames {
  /** The kinds of resources that have settings. */
  readonly kinds: readonly string[];
  /** All accepted scopes: of the platform and the product, by their current and former names. */
  readonly scopes: readonly string[];
  /** The scopes that third parties can request. */
  readonly recommendedScopes: readonly string[];
  /** The current names of scopes, by their former names. */
  readonly renamedScopes: ReadonlyMap<string, string>;
  /** The names here, by names of other platforms. */
  readonly foreignWords: ReadonlyMap<string, string>;
  /** Scopes that need an operator's grant, by their current and former names. */
  readonly internalScopes: ReadonlySet<string>;
}

/** A category of another platform's manifests with a different name here. */
const foreignCategory = ["visitor-auth", "authenticated-access"] as const;

/** Returns the names that a contract declares. */
export function namesOf({ kinds = {}, scopes = {} }: ManifestContract): ProductNames {
  const declared = Object.entries(scopes);
  const renamedScopes = new Map(declared.flatMap(byName(({ formerNames }) => formerNames)));
  const isInternal = (scope: string): boolean => scopes[renamedScopes.get(scope) ?? scope]?.internal === true;
  const current = [...Object.keys(scopes), ...platformScopes];
  const accepted = [...current, ...renamedScopes.keys()];
  return {
    kinds: Object.keys(kinds),
    scopes: accepted,
    recommendedScopes: current.filter((scope) => !isInternal(scope)),
    renamedScopes,
    foreignWords: new Map([foreignCategory, ...declared.flatMap(byName(({ foreignNames }) => foreignNames))]),
    internalScopes: new Set(accepted.filter(isInternal)),
  };
}

/** Returns a function that pairs the other names of a scope with its name. */
function byName(others: (scope: ContractScope) => readonly string[] | undefined) {
  return ([scope, declaration]: readonly [string, ContractScope]): (readonly [string, string])[] =>
    (others(declaration) ?? []).map((other) => [other, scope]);
}
