import { internalScopes, type Scope, type ScopeName, scopes } from "@plugboard/api";

/** The scopes that third parties can request. */
export const thirdPartyScopes: readonly Scope[] = scopes.filter((scope) => !internalScopes.includes(scope));

/** Values from other platforms' manifests with a different name here. */
export const foreignWords: ReadonlyMap<string, string> = new Map([
  ["visitor-auth", "authenticated-access"],
  ["page:feedback:read", "site:views:read"],
]);

/** Former scope names from before sites existed: accepted with a warning that names the current scope. */
export const deprecatedScopes = ["space:views:read", "space:script:inject", "space:script:cookies"] as const;

type DeprecatedScope = (typeof deprecatedScopes)[number];

const replacements: Readonly<Record<DeprecatedScope, Scope>> = {
  "space:views:read": "site:views:read",
  "space:script:inject": "site:script:inject",
  "space:script:cookies": "site:script:cookies",
};

/** Returns the current name of a scope. */
export function toScope(word: string): ScopeName {
  return isDeprecatedScope(word) ? replacements[word] : word;
}

/** Returns whether a value is a former scope name. */
export function isDeprecatedScope(word: unknown): word is DeprecatedScope {
  return deprecatedScopes.some((scope) => scope === word);
}

/** Returns whether a value is an internal scope, by its current or former name. */
export function isInternalScope(word: unknown): boolean {
  const scope = isDeprecatedScope(word) ? replacements[word] : word;
  return internalScopes.some((internal) => internal === scope);
}

/** Returns whether a value is neither rejected nor deprecated. */
export function isRecommended(word: string): boolean {
  return !isDeprecatedScope(word) && !isInternalScope(word);
}
