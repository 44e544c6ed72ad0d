/** All permissions that a manifest can request (docs/conformance.md#visibility-categories-and-scopes). */
export const scopes = [
  "space:content:read",
  "space:content:write",
  "space:metadata:read",
  "space:metadata:write",
  "space:git:sync",
  "site:metadata:read",
  "site:views:read",
  "site:script:inject",
  "site:script:cookies",
  "site:visitor:auth",
  "site:visitor:claims",
  "site:adaptive:read",
  "site:adaptive:write",
  "openapi:read",
  "openapi:write",
  "conversations:ingest",
  "organization:events:read",
  "agent:tools:read",
  "agent:tools:write",
  "agent:events:read",
] as const;

/** A permission of an integration. */
export type Scope = (typeof scopes)[number];

// The intersection keeps autocompletion of the known names.
/** A permission of an integration: a {@link Scope}, or one that the platform's product declares. */
export type ScopeName = Scope | (string & {});

/** Permissions of API keys and agents that operate an organization's deliveries. Integrations can't request them. */
export const operatorScopes = [
  "organization:deliveries:read",
  "organization:deliveries:write",
  "organization:bodies:read",
] as const;

/** All permissions that an API key can have. */
export const keyScopes = [...scopes, ...operatorScopes] as const;

/** A permission of an API key. */
export type KeyScope = (typeof keyScopes)[number];

/** A permission of an API key: a {@link KeyScope}, or a scope that the platform's product declares. */
export type KeyScopeName = KeyScope | (string & {});

/** Scopes reserved for integrations with a script grant. Other manifests that request one are rejected. */
export const internalScopes: readonly Scope[] = ["site:script:inject", "site:script:cookies"];
