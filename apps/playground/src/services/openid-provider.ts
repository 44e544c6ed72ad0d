import { generateKeyPairSync } from "node:crypto";
import { Provider } from "oidc-provider";
import { sampleClient } from "../samples.ts";
import { createMemoryAdapter } from "./memory-adapter.ts";

/** The path of the sign-in page. */
export const signInPath = "/sign-in/";

const daySeconds = 24 * 3600;

/**
 * Creates a certified OpenID provider with the samples as clients. It stores nothing: connections are lost on
 * restart.
 *
 * @param issuer - its origin
 */
export function createOpenIdProvider(issuer: string): Provider {
  const { privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const provider = new Provider(issuer, {
    adapter: createMemoryAdapter(),
    clients: [
      {
        client_id: sampleClient.id,
        client_secret: sampleClient.secret,
        redirect_uris: ["http://127.0.0.1/callback"],
        grant_types: ["authorization_code", "refresh_token"],
        id_token_signed_response_alg: "ES256",
      },
    ],
    scopes: ["openid", "channels:read", "messages:write", "issues:read", "issues:write"],
    claims: { openid: ["sub"], email: ["email"], profile: ["name"] },
    conformIdTokenClaims: false,
    findAccount: (_context, accountId) => ({
      accountId,
      claims: () => ({ sub: accountId, name: accountId, email: `${accountId}@example.com` }),
    }),
    // Signing in implies consent, so that the flow needs no consent page.
    loadExistingGrant: async ({ oidc }) => {
      const { client, session, requestParamScopes, provider: own } = oidc;
      if (client === undefined || session?.accountId === undefined) return undefined;
      const grant = new own.Grant({ clientId: client.clientId, accountId: session.accountId });
      grant.addOIDCScope([...requestParamScopes].join(" "));
      await grant.save();
      return grant;
    },
    cookies: { keys: [sampleClient.secret] },
    jwks: { keys: [{ ...privateKey.export({ format: "jwk" }), alg: "ES256", use: "sig" }] },
    features: { devInteractions: { enabled: false }, revocation: { enabled: true } },
    interactions: { url: (_context, { uid }) => `${signInPath}${uid}` },
    issueRefreshToken: () => true,
    pkce: { required: () => true },
    routes: { authorization: "/authorize", token: "/token", revocation: "/revoke" },
    ttl: {
      AccessToken: 600,
      Grant: daySeconds,
      IdToken: 600,
      Interaction: 600,
      RefreshToken: daySeconds,
      Session: daySeconds,
    },
  });
  // Redirect URLs contain the installation's ID, and the provider is reachable only from this machine.
  provider.Client.prototype.redirectUriAllowed = (url) =>
    ["127.0.0.1", "localhost"].includes(new URL(url).hostname);
  return provider;
}
