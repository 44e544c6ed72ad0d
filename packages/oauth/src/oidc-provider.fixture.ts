import { type ClientAuthMethod, Provider } from "oidc-provider";
import { listen, type LocalServer } from "./local-server.fixture.ts";
import type { UserAgent } from "./user-agent.fixture.ts";

/** What a provider is told of its one client, and how long its access tokens live. */
export interface OidcProviderOptions {
  readonly redirectURL: string;
  readonly clientAuthentication: ClientAuthMethod;
  readonly accessTokenSeconds: number;
}

export const clientId = "plugboard-client";
export const clientSecret = "a client secret / with + odd & characters";

/** A certified OpenID provider over HTTP, with PKCE required, rotating refresh tokens and revocation. */
export async function startOidcProvider(options: OidcProviderOptions): Promise<LocalServer> {
  return listen((origin) => {
    const provider = new Provider(origin, {
      clients: [
        {
          client_id: clientId,
          client_secret: clientSecret,
          redirect_uris: [options.redirectURL],
          grant_types: ["authorization_code", "refresh_token"],
          token_endpoint_auth_method: options.clientAuthentication,
          revocation_endpoint_auth_method: options.clientAuthentication,
        },
      ],
      cookies: { keys: ["fixture"] },
      features: { revocation: { enabled: true }, introspection: { enabled: true } },
      pkce: { required: () => true },
      rotateRefreshToken: true,
      ttl: { AccessToken: options.accessTokenSeconds, RefreshToken: 3600, Grant: 3600, IdToken: 600 },
    });
    const listener = provider.callback();
    return (request, response) => void listener(request, response);
  });
}

/** Signs in and consents as a person would, and returns the address the provider sends the browser back to. */
export async function authorize(startURL: string, redirectURL: string, agent: UserAgent): Promise<URL> {
  const isBack = (url: URL) => url.href.startsWith(`${redirectURL}?`);
  const login = await agent.open(startURL, isBack);
  const consent = await agent.submit(
    login.url.href,
    { prompt: "login", login: "ada", password: "any" },
    isBack,
  );
  const back = await agent.submit(consent.url.href, { prompt: "consent" }, isBack);
  return back.url;
}
