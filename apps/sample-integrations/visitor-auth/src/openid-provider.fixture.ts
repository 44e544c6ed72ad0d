import { once } from "node:events";
import { createServer } from "node:http";
import { Provider } from "oidc-provider";

/** A certified OpenID provider on this machine. It takes every name and password. */
export interface OpenIdProvider {
  readonly issuer: string;
  readonly close: () => Promise<void>;
}

export const client = { id: "handbook", secret: "a secret / with odd & characters" };

const redirectUrl = "https://sites.plugboard.test/callback";

/** Starts a provider that knows one client, and that demands PKCE. */
export async function startOpenIdProvider(): Promise<OpenIdProvider> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const issuer = `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}`;
  const provider = new Provider(issuer, {
    clients: [{ client_id: client.id, client_secret: client.secret, redirect_uris: [redirectUrl] }],
    claims: { openid: ["sub"], email: ["email"], profile: ["name"] },
    // Many providers say all of this in the ID token.
    conformIdTokenClaims: false,
    findAccount: (_context, accountId) => ({
      accountId,
      claims: () => ({ sub: accountId, name: accountId, email: `${accountId}@example.com` }),
    }),
    cookies: { keys: ["fixture"] },
    pkce: { required: () => true },
    ttl: { AccessToken: 600, Grant: 600, IdToken: 600, Interaction: 600, Session: 600 },
  });
  // The endpoint of a site has the id of its installation in it, which each test platform makes anew.
  provider.Client.prototype.redirectUriAllowed = (url) =>
    new URL(url).origin === new URL(redirectUrl).origin && url.endsWith("/callback");
  const handle = provider.callback();
  server.on("request", (request, response) => void handle(request, response));
  return {
    issuer,
    close: async () => {
      const closed = once(server, "close");
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}
