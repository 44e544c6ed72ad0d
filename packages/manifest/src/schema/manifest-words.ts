import { internalScopes, type Scope, scopes } from "@plugboard/api";

/** The scopes that a third party may ask for. */
export const thirdPartyScopes: readonly Scope[] = scopes.filter((scope) => !internalScopes.includes(scope));

/** Words of other platforms' manifests for something that has another name here. */
export const foreignWords: ReadonlyMap<string, string> = new Map([
  ["visitor-auth", "authenticated-access"],
  ["page:feedback:read", "site:views:read"],
]);

/** Scopes from the time when sites were spaces: understood, but a warning names the scope to write. */
export const deprecatedScopes = ["space:views:read", "space:script:inject", "space:script:cookies"] as const;

type DeprecatedScope = (typeof deprecatedScopes)[number];

const replacements: Readonly<Record<DeprecatedScope, Scope>> = {
  "space:views:read": "site:views:read",
  "space:script:inject": "site:script:inject",
  "space:script:cookies": "site:script:cookies",
};

/** The scope a word stands for today. */
export function toScope(word: Scope | DeprecatedScope): Scope {
  return isDeprecatedScope(word) ? replacements[word] : word;
}

/** Whether a word is a scope's former name. */
export function isDeprecatedScope(word: unknown): word is DeprecatedScope {
  return deprecatedScopes.some((scope) => scope === word);
}

/** Whether a word is a scope of the platform's own, under its present or its former name. */
export function isInternalScope(word: unknown): boolean {
  const scope = isDeprecatedScope(word) ? replacements[word] : word;
  return internalScopes.some((internal) => internal === scope);
}

/** Whether a word is one to write, rather than one that is refused or only still understood. */
export function isRecommended(word: string): boolean {
  return !isDeprecatedScope(word) && !isInternalScope(word);
}
