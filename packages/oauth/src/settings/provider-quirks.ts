/** A provider's deviations from and additions to the OAuth specifications. */
export interface ProviderQuirks {
  /** The separator of scopes in the authorization request. Defaults to a space (RFC 6749 section 3.3). */
  readonly scopeSeparator?: string;
  /** Additional parameters of the authorization request. They can't replace the flow's own parameters. */
  readonly authorizeParameters?: Readonly<Record<string, string>>;
  /** Values of `token_type` that mean a bearer token, in lower case. */
  readonly bearerTypes?: readonly string[];
  /** Fields of the token response to search, in order, if it has no `access_token` at the top level. */
  readonly nestedTokens?: readonly string[];
  /** The revocation URL (RFC 7009), used if the handler sets no `revokeURL`. */
  readonly revokeURL?: string;
}

const ordinary: Required<Omit<ProviderQuirks, "revokeURL">> = {
  scopeSeparator: " ",
  authorizeParameters: {},
  bearerTypes: ["bearer"],
  nestedTokens: ["data"],
};

/** Known deviations by the host of the access token URL. */
export const providerQuirks: Readonly<Record<string, ProviderQuirks>> = {
  "appleid.apple.com": {
    // Apple doesn't support the query response mode for requests with scopes.
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

/** The quirks of a token endpoint: the defaults, then the table's, then the handler's own. */
export type ResolvedQuirks = typeof ordinary & Pick<ProviderQuirks, "revokeURL">;

/** Returns the quirks of the provider with an access token URL. */
export function resolveQuirks(accessTokenURL: URL, own: ProviderQuirks = {}): ResolvedQuirks {
  return { ...ordinary, ...providerQuirks[accessTokenURL.host], ...own };
}
