import { once } from "node:events";
import { createServer } from "node:http";
import { Provider } from "oidc-provider";

/** A local identity provider. The user `ada` has the address `ada@example.com`. */
export interface IdentityProvider {
  readonly issuer: string;
  readonly close: () => Promise<void>;
}

export const identityClient = { id: "plugboard", secret: "a secret of the identity client" };

/** Starts a certified OpenID provider with one client. */
export async function startIdentityProvider(redirectUrl: string): Promise<IdentityProvider> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const issuer = `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}`;
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: identityClient.id,
        client_secret: identityClient.secret,
        redirect_uris: [redirectUrl],
      },
    ],
    claims: { openid: ["sub"], email: ["email", "email_verified"], profile: ["name"] },
    findAccount: (_context, accountId) => ({
      accountId,
      claims: () => ({
        sub: accountId,
        name: accountId,
        email: `${accountId}@example.com`,
        email_verified: true,
      }),
    }),
    cookies: { keys: ["identity"] },
    ttl: { AccessToken: 600, Grant: 600, IdToken: 600, Interaction: 600, Session: 600 },
    pkce: { required: () => true },
  });
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
