import type { IntegrationTypes } from "@plugboard/api";
import { authorizationRequest } from "./authorization-request.ts";
import { privateHeaders } from "./completion-page.ts";
import { type OwnedInstallation, ownedInstallations } from "../credentials/credential-owner.ts";
import { parseEndpointURL, parseRedirectURL } from "../provider/endpoint-url.ts";
import { type Flow, randomText, sealFlow } from "./flow.ts";
import { flowCookie, setFlowCookie } from "./flow-cookie.ts";
import type { FlowSetting } from "./flow-setting.ts";
import { OAuthError } from "../oauth-error.ts";
import { resolveURL } from "../resolve-config.ts";
import { flowKey } from "./flow-key.ts";

/**
 * Begins a flow for the most specific installation of the environment and sends the browser to the provider.
 *
 * @param url - the address the browser opened
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
      "An OAuth flow starts at the public endpoint of an installation, and this request came to none.",
    );
  }
  const flow = createFlow(setting, owned);
  const redirectURL = parseRedirectURL(flow.redirectURL);
  checkSameHost(url, redirectURL);
  const cookie = await flowCookie(redirectURL, flow.state);
  const sealed = await sealFlow(flow, await flowKey(config), ports.now());
  const location = await authorizationRequest(flow, config);
  return new Response(null, {
    status: 302,
    headers: { location: location.href, "set-cookie": setFlowCookie(cookie, sealed), ...privateHeaders },
  });
}

function createFlow<T extends IntegrationTypes>(
  { config, context: { environment } }: FlowSetting<T>,
  { owner, installation }: OwnedInstallation<T>,
): Flow {
  const { integration } = environment;
  const redirectURL = config.redirectURL ?? `${integration.urls.publicEndpoint}/oauth`;
  const { authorizeURL, accessTokenURL, issuer } = config;
  return {
    state: randomText(),
    verifier: randomText(),
    clientId: config.clientId,
    authorizeURL: parseEndpointURL("authorizeURL", resolveURL(authorizeURL, installation)).href,
    accessTokenURL: parseEndpointURL("accessTokenURL", resolveURL(accessTokenURL, installation)).href,
    redirectURL: resolveURL(redirectURL, installation),
    ...(issuer !== undefined && { issuer: resolveURL(issuer, installation) }),
    integration: integration.name,
    owner,
  };
}

/** The cookie set here has to come back with the redirect, and a browser brings it to the same host only. */
function checkSameHost(url: URL, redirectURL: URL): void {
  if (url.protocol === redirectURL.protocol && url.hostname === redirectURL.hostname) return;
  throw new OAuthError(
    "configuration_invalid",
    `The flow was opened at ${url.origin}, but redirectURL is at ${redirectURL.origin}. Both must be on one host: open the flow there, or change redirectURL.`,
  );
}
