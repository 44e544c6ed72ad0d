import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { Provider } from "oidc-provider";
import { sampleClient } from "./samples.ts";

/** The other side of the samples that connect to something: a chat with OAuth, and where visitors sign in. */
export interface SampleProvider {
  readonly url: string;
  readonly stop: () => Promise<void>;
}

const channels = [
  { id: "C1", name: "docs" },
  { id: "C2", name: "random" },
];

/**
 * Starts a certified OpenID provider, which takes every name and password, with a chat behind it. It keeps nothing: who has
 * connected before a restart connects again.
 *
 * @throws Error when the port is in use
 */
export async function startProvider(port: number): Promise<SampleProvider> {
  const url = `http://127.0.0.1:${port}`;
  const provider = createProvider(url);
  const respond = provider.callback();
  const server = createServer((request, response) => {
    void respondAsChat(provider, request, response).then((responded) =>
      responded ? undefined : respond(request, response),
    );
  }).listen(port, "127.0.0.1");
  await once(server, "listening").catch(() => {
    throw new Error(
      `Port ${port} on 127.0.0.1 is in use, and the provider of the samples listens there, two above PORT. Set PORT to another number.`,
    );
  });
  return {
    url,
    stop: async () => {
      const closed = once(server, "close");
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

function createProvider(issuer: string): Provider {
  const seconds = 24 * 3600;
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: sampleClient.id,
        client_secret: sampleClient.secret,
        redirect_uris: ["http://127.0.0.1/callback"],
        grant_types: ["authorization_code", "refresh_token"],
      },
    ],
    scopes: ["openid", "channels:read", "messages:write"],
    claims: { openid: ["sub"], email: ["email"], profile: ["name"] },
    conformIdTokenClaims: false,
    findAccount: (_context, accountId) => ({
      accountId,
      claims: () => ({ sub: accountId, name: accountId, email: `${accountId}@example.com` }),
    }),
    cookies: { keys: [sampleClient.secret] },
    features: { revocation: { enabled: true } },
    issueRefreshToken: () => true,
    pkce: { required: () => true },
    routes: { authorization: "/authorize", token: "/token", revocation: "/revoke" },
    ttl: {
      AccessToken: 600,
      Grant: seconds,
      IdToken: 600,
      Interaction: 600,
      RefreshToken: seconds,
      Session: seconds,
    },
  });
  // An installation's redirect URL has its id in it, and nobody but this machine gets here.
  provider.Client.prototype.redirectUriAllowed = (url) =>
    ["127.0.0.1", "localhost"].includes(new URL(url).hostname);
  return provider;
}

/** Responds where it is the chat that is asked. */
async function respondAsChat(
  provider: Provider,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<boolean> {
  const endpoint = `${request.method} ${request.url}`;
  if (endpoint !== "GET /channels" && endpoint !== "POST /messages") return false;
  const token = (request.headers.authorization ?? "").replace(/^Bearer /, "");
  if ((await provider.AccessToken.find(token)) === undefined) response.writeHead(401).end();
  else if (endpoint === "GET /channels")
    response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(channels));
  else {
    console.log(`  chat         ${await readText(request)}`);
    response.writeHead(204).end();
  }
  return true;
}

async function readText(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}
