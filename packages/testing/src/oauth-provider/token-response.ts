import type { Grants, GrantTokens } from "./grants.ts";
import type { ProviderClient } from "./provider-client.ts";
import type { TokenResponse } from "./provider-mode.ts";

/** The settings of the token endpoint. */
export interface TokenSetting {
  readonly grants: Grants;
  readonly client: ProviderClient;
  readonly accessTokenSeconds: number;
}

/**
 * Returns the regular response to a token request of an authenticated client (RFC 6749 sections 4.1.3 and 6).
 */
export async function tokenResponse(sent: URLSearchParams, setting: TokenSetting): Promise<TokenResponse> {
  const tokens = await findTokens(sent, setting);
  if (tokens === undefined) return refusal("invalid_grant", 400);
  return {
    status: 200,
    body: {
      access_token: tokens.accessToken,
      token_type: "Bearer",
      expires_in: setting.accessTokenSeconds,
      refresh_token: tokens.refreshToken,
      scope: tokens.scope,
    },
  };
}

async function findTokens(sent: URLSearchParams, setting: TokenSetting): Promise<GrantTokens | undefined> {
  const value = (name: string) => sent.get(name) ?? "";
  if (value("grant_type") === "refresh_token") return setting.grants.refresh(value("refresh_token"));
  if (value("grant_type") !== "authorization_code") return undefined;
  return setting.grants.exchangeCode(value("code"), {
    clientId: setting.client.clientId,
    redirectURL: value("redirect_uri"),
    verifier: value("code_verifier"),
  });
}

/** Returns an error of the token endpoint (RFC 6749 section 5.2). */
export function refusal(error: string, status: number): TokenResponse {
  return { status, body: { error } };
}
