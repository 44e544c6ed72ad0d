import { calculatePKCECodeChallenge } from "oauth4webapi";
import type { Flow } from "./flow.ts";
import type { OAuthConfig } from "../oauth-config.ts";
import { resolveQuirks } from "../provider/provider-quirks.ts";

/** The URL that sends the user to the provider (RFC 6749 section 4.1.1, with PKCE S256 of RFC 7636). */
export async function authorizationRequest(
  flow: Flow,
  config: Pick<OAuthConfig, "scopes" | "prompt" | "quirks">,
): Promise<URL> {
  const { scopeSeparator, authorizeParameters } = resolveQuirks(new URL(flow.accessTokenURL), config.quirks);
  const { scopes = [] } = config;
  const url = new URL(flow.authorizeURL);
  const parameters = {
    ...authorizeParameters,
    ...(scopes.length > 0 && { scope: scopes.join(scopeSeparator) }),
    ...(config.prompt !== undefined && { prompt: config.prompt }),
    response_type: "code",
    client_id: flow.clientId,
    redirect_uri: flow.redirectURL,
    state: flow.state,
    code_challenge: await calculatePKCECodeChallenge(flow.verifier),
    code_challenge_method: "S256",
  };
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  return url;
}
