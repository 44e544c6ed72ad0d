/**
 * The platform's own permissions that a manifest can request (docs/conformance.md#visibility-categories-and-scopes). The
 * contract of a product declares further ones.
 */
export const scopes = [
  "organization:events:read",
  "agent:tools:read",
  "agent:tools:write",
  "agent:events:read",
] as const;

/** A permission of an integration that every platform has. */
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

/** The permission of a SCIM token: an API key that provisions members and can do nothing else. */
export const provisioningScope = "organization:members:provision";

/** The platform's own permissions that an API key can have. */
export const keyScopes = [...scopes, ...operatorScopes, provisioningScope] as const;

/** A permission of an API key that every platform has. */
export type KeyScope = (typeof keyScopes)[number];

/** A permission of an API key: a {@link KeyScope}, or a scope that the platform's product declares. */
export type KeyScopeName = KeyScope | (string & {});
