import { createOAuthHandler, getOAuthToken, type OAuthConfig, revokeOAuthToken } from "@plugboard/oauth";
import { createIntegration, type Integration } from "@plugboard/runtime";
import { connectedManifest } from "../connected-manifest.fixture.ts";
import { createTestPlatform, type TestPlatform } from "../create-test-platform.ts";
import { createOAuthProvider, type OAuthProvider } from "../oauth-provider/create-oauth-provider.ts";
import { redirectTarget } from "../oauth-provider/provider-mode.ts";
import type { Browser } from "../platform/browser.ts";

/**
 * An integration that connects to a provider, uses its token at each site view, and revokes it on uninstall; beside it a
 * second provider with a handler of its own, and a stranger.
 */
export interface OAuthWorld {
  readonly platform: TestPlatform;
  readonly provider: OAuthProvider;
  readonly otherProvider: OAuthProvider;
  /** Where the handler of the first provider is; that of the second is at `/other`. */
  readonly startURL: string;
  /** The tokens the integration used, one for each site view. */
  readonly tokens: readonly string[];
  /** The stored credentials. */
  readonly stored: () => Readonly<Record<string, unknown>>;
  /** Requests that the stranger received. */
  readonly strangerRequests: readonly Request[];
  /** A person who opens the popup and goes where it leads. */
  readonly connect: (browser?: Browser) => Promise<Response>;
  /** Moves the clock of platform and integration, in seconds. */
  readonly advance: (seconds: number) => void;
}

/** How the handler of the first provider differs from a careful one. */
export interface OAuthWorldOptions {
  readonly config?: Partial<OAuthConfig>;
  /** Whether it does not know its provider's issuer. */
  readonly withoutIssuer?: boolean;
}

export function createOAuthWorld({ config = {}, withoutIssuer = false }: OAuthWorldOptions = {}): OAuthWorld {
  const provider = createOAuthProvider();
  const otherProvider = createOAuthProvider({ issuer: "https://other.example" });
  const tokens: string[] = [];
  const strangerRequests: Request[] = [];
  let time = Date.now();
  const now = () => time;

  const { issuer, ...unnamed } = configOf(provider);
  const own: OAuthConfig = { ...unnamed, ...(!withoutIssuer && { issuer }), ...config };
  const integration = createConnectedIntegration(own, configOf(otherProvider), now, (token) =>
    tokens.push(token),
  );
  const platform = createTestPlatform(integration, {
    manifest: connectedManifest,
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
  const startURL = `${platform.publicEndpoint}/oauth`;
  return {
    platform,
    provider,
    otherProvider,
    startURL,
    tokens,
    stored: () => Object(platform.installation().configuration.oauth_credentials),
    strangerRequests,
    connect: async (browser = platform.createBrowser()) => (await browser.open(startURL)).response,
    advance: (seconds) => {
      time += seconds * 1000;
    },
  };
}

function createConnectedIntegration(
  own: OAuthConfig,
  other: OAuthConfig,
  now: () => number,
  onToken: (token: string) => void,
): Integration {
  const connectOwn = createOAuthHandler(own, { now });
  const connectOther = createOAuthHandler(
    (environment) => ({ ...other, redirectURL: `${environment.integration.urls.publicEndpoint}/other` }),
    { now },
  );
  return createIntegration({
    fetch: (request, context) =>
      new URL(request.url).pathname.endsWith("/other")
        ? connectOther(request, context)
        : connectOwn(request, context),
    events: {
      site_view: async (_event, context) => onToken(await getOAuthToken(context, own, { now })),
      installation_deleted: async (_event, context) => void (await revokeOAuthToken(context, own)),
    },
  });
}

function configOf(provider: OAuthProvider): OAuthConfig & { readonly issuer: string } {
  const { clientId, clientSecret, authorizeURL, accessTokenURL, revokeURL, issuer } = provider;
  const scopes = ["read", "write"];
  return { clientId, clientSecret, authorizeURL, accessTokenURL, revokeURL, issuer, scopes };
}
