/** Where a provider departs from the OAuth specifications, or needs something they leave open. */
export interface ProviderQuirks {
  /** What separates scopes in the authorization request; a space by RFC 6749 section 3.3. */
  readonly scopeSeparator?: string;
  /** Added to the authorization request. They can never replace a parameter the flow itself sets. */
  readonly authorizeParameters?: Readonly<Record<string, string>>;
  /** Values of `token_type` that mean a bearer token, in lower case. */
  readonly bearerTypes?: readonly string[];
  /** Fields of the token response to look into, in this order, when it has no `access_token` at its top. */
  readonly nestedTokens?: readonly string[];
  /** Where tokens are revoked (RFC 7009), when the handler names no `revokeURL`. */
  readonly revokeURL?: string;
}

const ordinary: Required<Omit<ProviderQuirks, "revokeURL">> = {
  scopeSeparator: " ",
  authorizeParameters: {},
  bearerTypes: ["bearer"],
  nestedTokens: ["data"],
};

/** How some providers differ, by the host of their access token URL. */
export const providerQuirks: Readonly<Record<string, ProviderQuirks>> = {
  "appleid.apple.com": {
    // It refuses to respond in the query as soon as a scope is asked for.
    authorizeParameters: { response_mode: "form_post" },
    revokeURL: "https://appleid.apple.com/auth/revoke",
  },
  "slack.com": {
    scopeSeparator: ",",
    bearerTypes: ["bearer", "bot", "user"],
    nestedTokens: ["authed_user"],
  },
  "oauth2.googleapis.com": {
    authorizeParameters: { access_type: "offline" },
    revokeURL: "https://oauth2.googleapis.com/revoke",
  },
  "auth.atlassian.com": { authorizeParameters: { audience: "api.atlassian.com" } },
  "api.dropboxapi.com": { authorizeParameters: { token_access_type: "offline" } },
  "api.linear.app": { scopeSeparator: ",", revokeURL: "https://api.linear.app/oauth/revoke" },
  "www.reddit.com": { authorizeParameters: { duration: "permanent" } },
};

/** The quirks that hold for a token endpoint: the ordinary ones, the table's, then the handler's own. */
export type ResolvedQuirks = typeof ordinary & Pick<ProviderQuirks, "revokeURL">;

/** Finds the quirks of the provider behind an access token URL. */
export function resolveQuirks(accessTokenURL: URL, own: ProviderQuirks = {}): ResolvedQuirks {
  return { ...ordinary, ...providerQuirks[accessTokenURL.host], ...own };
}
