import { createOAuthHandler, type OAuthConfig } from "@plugboard/oauth";
import { createIntegration } from "@plugboard/runtime";
import { connectedManifest } from "../connected-manifest.fixture.ts";
import { createTestPlatform, type TestPlatform } from "../create-test-platform.ts";
import { createOAuthProvider, type OAuthProvider } from "../oauth-provider/create-oauth-provider.ts";
import { redirectTarget } from "../oauth-provider/provider-mode.ts";

/** An integration that connects to one provider, beside a second provider and a stranger. */
export interface AttackWorld {
  readonly platform: TestPlatform;
  readonly provider: OAuthProvider;
  readonly otherProvider: OAuthProvider;
  /** Where the handler of the first provider is, and that of the second. */
  readonly startURL: string;
  readonly otherStartURL: string;
  /** Requests that a stranger received. */
  readonly strangerRequests: readonly Request[];
  /** Moves the clock of platform and handler. */
  readonly advance: (milliseconds: number) => void;
}

/** How the handler of the first provider differs from a careful one. */
export interface AttackWorldOptions {
  readonly config?: Partial<OAuthConfig>;
  /** Whether it does not know its provider's issuer. */
  readonly withoutIssuer?: boolean;
}

/** Makes the world of one attack. */
export function createAttackWorld({ config, withoutIssuer = false }: AttackWorldOptions = {}): AttackWorld {
  const provider = createOAuthProvider();
  const otherProvider = createOAuthProvider({ issuer: "https://other.example" });
  const strangerRequests: Request[] = [];
  const startedAt = Date.now();
  let time = startedAt;
  const now = () => time;

  const connect = (
    { clientId, clientSecret, authorizeURL, accessTokenURL, issuer }: OAuthProvider,
    path: string,
  ) =>
    createOAuthHandler(
      (environment) => ({
        clientId,
        clientSecret,
        authorizeURL,
        accessTokenURL,
        ...(!withoutIssuer && { issuer }),
        scopes: ["read", "write"],
        timeoutMilliseconds: 50,
        redirectURL: `${environment.integration.urls.publicEndpoint}${path}`,
        ...config,
      }),
      { now },
    );
  const handlers = [connect(provider, "/oauth"), connect(otherProvider, "/other")] as const;
  const integration = createIntegration({
    fetch: (request, context) => {
      const isOther = new URL(request.url).pathname.endsWith("/other");
      return isOther ? handlers[1](request, context) : handlers[0](request, context);
    },
  });
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
  return {
    platform,
    provider,
    otherProvider,
    startURL: `${platform.publicEndpoint}/oauth`,
    otherStartURL: `${platform.publicEndpoint}/other`,
    strangerRequests,
    advance: (milliseconds) => {
      time += milliseconds;
    },
  };
}
