import {
  createMemoryCredentialStore,
  createOAuthHandler,
  getOAuthToken,
  type OAuthConfig,
  type OAuthPorts,
  revokeOAuthToken,
} from "@plugboard/oauth";
import { createIntegration } from "@plugboard/content/integration";
import type { Integration } from "@plugboard/runtime";
import { createOAuthProvider, type OAuthProvider } from "../../src/oauth-provider/create-oauth-provider.ts";
import { redirectTarget } from "../../src/oauth-provider/provider-mode.ts";
import type { Browser } from "../../src/platform/browser.ts";
import { type BareHost, createBareHost } from "./bare-host.fixture.ts";

/**
 * An integration that connects to a provider, uses the token for each site view, and revokes it on uninstall. The world
 * also has a second provider with its own handler, and a third party.
 */
export interface OAuthWorld {
  readonly host: BareHost;
  readonly provider: OAuthProvider;
  readonly otherProvider: OAuthProvider;
  /** The URL of the first provider's handler. The second provider's handler is at `/other`. */
  readonly startUrl: string;
  /** The tokens that the integration used, one per site view. */
  readonly tokens: readonly string[];
  /** The stored credentials. */
  readonly stored: () => Promise<Readonly<Record<string, unknown>>>;
  /** Requests that the third party received. */
  readonly strangerRequests: readonly Request[];
  /** Opens the popup and follows its redirects, like a user. */
  readonly connect: (browser?: Browser) => Promise<Response>;
  /** Returns the time of the host and the integration, as Unix time in milliseconds. */
  readonly now: () => number;
  /** Advances the time by some seconds. */
  readonly advance: (seconds: number) => void;
}

/** Differences between the first provider's handler and a secure configuration. */
export interface OAuthWorldOptions {
  readonly config?: Partial<OAuthConfig>;
  /** Omits the provider's issuer. */
  readonly withoutIssuer?: boolean;
}

export function createOAuthWorld({ config = {}, withoutIssuer = false }: OAuthWorldOptions = {}): OAuthWorld {
  const provider = createOAuthProvider();
  const otherProvider = createOAuthProvider({ issuer: "https://other.example" });
  const tokens: string[] = [];
  const strangerRequests: Request[] = [];
  let time = Date.now();
  const now = () => time;

  const owner = { installation: "installation_1" };
  const credentialStore = createMemoryCredentialStore([{ owner, configuration: {} }]);

  const { issuer, ...unnamed } = configOf(provider);
  const own: OAuthConfig = { ...unnamed, ...(!withoutIssuer && { issuer }), ...config };
  const ports = { now, credentialStore };
  const integration = createConnectedIntegration(own, configOf(otherProvider), ports, (token) =>
    tokens.push(token),
  );
  const host = createBareHost({
    integration,
    credentialStore,
    now,
    services: {
      [provider.issuer]: provider.fetch,
      [otherProvider.issuer]: otherProvider.fetch,
      [new URL(redirectTarget).origin]: (request) => {
        strangerRequests.push(request);
        return Response.json({ access_token: "stranger", token_type: "bearer" });
      },
    },
  });
  const startUrl = `${host.publicEndpoint}/oauth`;
  return {
    host,
    provider,
    otherProvider,
    startUrl,
    tokens,
    stored: async () => Object((await credentialStore.read(owner))?.configuration.oauth_credentials),
    strangerRequests,
    connect: async (browser = host.createBrowser()) => (await browser.open(startUrl)).response,
    now,
    advance: (seconds) => {
      time += seconds * 1000;
    },
  };
}

function createConnectedIntegration(
  own: OAuthConfig,
  other: OAuthConfig,
  ports: Partial<OAuthPorts>,
  onToken: (token: string) => void,
): Integration {
  const connectOwn = createOAuthHandler(own, ports);
  const connectOther = createOAuthHandler(
    (environment) => ({ ...other, redirectURL: `${environment.integration.urls.publicEndpoint}/other` }),
    ports,
  );
  return createIntegration({
    fetch: (request, context) =>
      new URL(request.url).pathname.endsWith("/other")
        ? connectOther(request, context)
        : connectOwn(request, context),
    events: {
      site_view: async (_event, context) => onToken(await getOAuthToken(context, own, ports)),
      installation_deleted: async (_event, context) => void (await revokeOAuthToken(context, own, ports)),
    },
  });
}

function configOf(provider: OAuthProvider): OAuthConfig & { readonly issuer: string } {
  const { clientId, clientSecret, authorizeURL, accessTokenURL, revokeURL, issuer } = provider;
  const scopes = ["read", "write"];
  return { clientId, clientSecret, authorizeURL, accessTokenURL, revokeURL, issuer, scopes };
}
