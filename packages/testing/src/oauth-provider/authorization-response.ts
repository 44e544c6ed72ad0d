import type { Grants } from "./grants.ts";
import type { ProviderClient } from "./provider-client.ts";
import type { ProviderBehavior } from "./provider-mode.ts";

/** The settings of the authorization endpoint. */
export interface AuthorizationSetting {
  readonly grants: Grants;
  readonly issuer: string;
  readonly client: ProviderClient;
  readonly behavior: ProviderBehavior;
}

/** Responds to an authorization request as if the user consented immediately (RFC 6749 section 4.1.1). */
export function authorizationResponse(request: Request, setting: AuthorizationSetting): Response {
  const { searchParams } = new URL(request.url);
  const redirectURL = URL.parse(searchParams.get("redirect_uri") ?? "");
  const challenge = searchParams.get("code_challenge");
  const isSound =
    searchParams.get("response_type") === "code" &&
    searchParams.get("client_id") === setting.client.clientId &&
    searchParams.get("code_challenge_method") === "S256";
  if (!isSound || redirectURL === null || challenge === null) {
    return new Response("This authorization request is invalid.", { status: 400 });
  }
  const code = setting.grants.issueCode({
    clientId: setting.client.clientId,
    redirectURL: redirectURL.href,
    scope: searchParams.get("scope") ?? "",
    challenge,
  });
  const state = searchParams.get("state");
  redirectURL.searchParams.set("code", code);
  redirectURL.searchParams.set("iss", setting.issuer);
  if (state !== null) redirectURL.searchParams.set("state", state);
  setting.behavior.redirect?.(redirectURL.searchParams);
  return new Response(null, { status: 302, headers: { location: redirectURL.href } });
}
