import type { IntegrationTypes } from "@plugboard/api";
import { calculatePKCECodeChallenge } from "oauth4webapi";
import { OAuthError } from "../common/oauth-error.ts";
import { randomText } from "../common/random-text.ts";
import { parseEndpointUrl, parseRedirectUrl } from "../provider/endpoint-url.ts";
import { type OwnedInstallation, ownedInstallations } from "../settings/credential-owner.ts";
import type { OAuthConfig } from "../settings/oauth-config.ts";
import { resolveQuirks } from "../settings/provider-quirks.ts";
import { resolveUrl } from "../settings/resolve-config.ts";
import { privateHeaders } from "./completion-page.ts";
import { flowCookie, setFlowCookie } from "./flow-cookie.ts";
import { flowKey } from "./flow-key.ts";
import type { FlowSetting } from "./flow-setting.ts";
import { type Flow, encryptFlow } from "./flow.ts";

/**
 * Starts a flow for the most specific installation of the environment and redirects the browser to the
 * provider.
 *
 * @param url - the URL opened in the browser
 * @throws OAuthError `installation_missing`, `configuration_invalid`
 */
export async function startFlow<T extends IntegrationTypes>(
  setting: FlowSetting<T>,
  url: URL,
): Promise<Response> {
  const { config, context, ports } = setting;
  const [owned] = ownedInstallations(context.environment);
  if (owned === undefined) {
    throw new OAuthError(
      "installation_missing",
      "An OAuth flow must be started at the public endpoint of an installation.",
    );
  }
  const flow = createFlow(setting, owned);
  parseRedirectUrl(flow.redirectURL);
  const arrivalUrl = parseRedirectUrl(flow.arrivalUrl);
  checkSameHost(url, arrivalUrl);
  const cookie = await flowCookie(arrivalUrl, flow.state);
  const encrypted = await encryptFlow(flow, await flowKey(config), ports.now());
  const location = await authorizationRequest(flow, config);
  return new Response(null, {
    status: 302,
    headers: { location: location.href, "set-cookie": setFlowCookie(cookie, encrypted), ...privateHeaders },
  });
}

function createFlow<T extends IntegrationTypes>(
  { config, context: { environment } }: FlowSetting<T>,
  { owner, installation }: OwnedInstallation<T>,
): Flow {
  const { integration } = environment;
  const redirectURL = resolveUrl(
    config.redirectURL ?? `${integration.urls.publicEndpoint}/oauth`,
    installation,
  );
  const { publicEndpoint, integrationEndpoint } = integration.urls;
  // A provider with a single redirect URL redirects to the integration's own endpoint. The platform forwards
  // that to the installation in the state, where the browser has this flow's cookie.
  const below =
    integrationEndpoint !== undefined && redirectURL.startsWith(`${integrationEndpoint}/`)
      ? redirectURL.slice(integrationEndpoint.length)
      : undefined;
  const { authorizeURL, accessTokenURL, issuer } = config;
  return {
    state: below === undefined ? randomText() : `${owner.installation}.${randomText()}`,
    verifier: randomText(),
    clientId: config.clientId,
    authorizeURL: parseEndpointUrl("authorizeURL", resolveUrl(authorizeURL, installation)).href,
    accessTokenURL: parseEndpointUrl("accessTokenURL", resolveUrl(accessTokenURL, installation)).href,
    redirectURL,
    arrivalUrl: below === undefined ? redirectURL : `${publicEndpoint}${below}`,
    issuer: issuer === undefined ? undefined : resolveUrl(issuer, installation),
    integration: integration.name,
    owner,
  };
}

/** The redirect must return to the same host, or the browser doesn't send the cookie set here. */
function checkSameHost(url: URL, redirectURL: URL): void {
  if (url.protocol === redirectURL.protocol && url.hostname === redirectURL.hostname) return;
  throw new OAuthError(
    "configuration_invalid",
    `The flow was opened at ${url.origin}, but redirectURL is at ${redirectURL.origin}. Both must be on one host: open the flow there, or change redirectURL.`,
  );
}

/** Returns the URL of the authorization request (RFC 6749 section 4.1.1, with PKCE S256 of RFC 7636). */
async function authorizationRequest(
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
