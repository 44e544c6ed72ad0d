import { once } from "node:events";
import { createServer } from "node:http";
import { Provider } from "oidc-provider";

/** A certified OpenID provider on this machine that accepts any name and password. */
export interface OpenIdProvider {
  readonly issuer: string;
  readonly close: () => Promise<void>;
}

export const client = { id: "handbook", secret: "a secret / with odd & characters" };

const redirectUrl = "https://sites.plugboard.test/callback";

/** Starts a provider with one client that requires PKCE. */
export async function startOpenIdProvider(): Promise<OpenIdProvider> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const issuer = `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}`;
  const provider = new Provider(issuer, {
    clients: [{ client_id: client.id, client_secret: client.secret, redirect_uris: [redirectUrl] }],
    claims: { openid: ["sub"], email: ["email"], profile: ["name"] },
    // Adds all claims to the ID token, as many providers do.
    conformIdTokenClaims: false,
    findAccount: (_context, accountId) => ({
      accountId,
      claims: () => ({ sub: accountId, name: accountId, email: `${accountId}@example.com` }),
    }),
    cookies: { keys: ["fixture"] },
    pkce: { required: () => true },
    ttl: { AccessToken: 600, Grant: 600, IdToken: 600, Interaction: 600, Session: 600 },
  });
  // Endpoint URLs contain the installation's ID, which is new on each test platform.
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
