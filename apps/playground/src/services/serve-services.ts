import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { Provider } from "oidc-provider";
import { escapeHtml, htmlPage } from "./html-page.ts";
import { createOpenIdProvider, signInPath } from "./openid-provider.ts";
import { createServices, type ServicesOptions } from "./services.ts";

const maxBodyBytes = 1024 * 1024;

/** Serves the demo services and their OAuth provider at one origin. @throws if the port is in use */
export async function serveServices(
  port: number,
  { consoleUrl, releaseHookUrl }: Pick<ServicesOptions, "consoleUrl" | "releaseHookUrl">,
  print: (service: string, text: string) => void,
): Promise<void> {
  const url = `http://127.0.0.1:${port}`;
  const provider = createOpenIdProvider(url);
  const respondAsProvider = provider.callback();
  const services = createServices({
    url,
    consoleUrl,
    releaseHookUrl,
    isActive: async (token) => (await provider.AccessToken.find(token)) !== undefined,
    print,
  });

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = request.url ?? "/";
    if (path.startsWith(signInPath)) return await signIn(provider, request, response);
    // The provider parses the bodies of these requests itself.
    const isOwn = /^\/(authorize|token|revoke|jwks|me|session|\.well-known)\b/.test(path);
    const responded = isOwn ? undefined : await services(await toRequest(request, url));
    if (responded === undefined) return await respondAsProvider(request, response);
    response.writeHead(responded.status, Object.fromEntries(responded.headers));
    response.end(Buffer.from(await responded.arrayBuffer()));
  }

  const server = createServer((request, response) => {
    handle(request, response).catch((error: unknown) => {
      console.error(error);
      if (!response.headersSent) response.writeHead(500);
      response.end();
    });
  }).listen(port, "127.0.0.1");
  await once(server, "listening");
}

/** Shows a sign-in form that accepts any name. */
async function signIn(provider: Provider, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { params } = await provider.interactionDetails(request, response);
  const scopes = typeof params["scope"] === "string" ? params["scope"] : "";
  if (request.method === "POST") {
    const name = new URLSearchParams((await readBody(request)).toString()).get("name")?.trim();
    if (name) return await provider.interactionFinished(request, response, { login: { accountId: name } });
  }
  const page = htmlPage(
    "Sign in to the demo services",
    `<p>Any name works. This gives access to: <code>${escapeHtml(scopes)}</code></p>
<form method="post"><label>Name <input name="name" value="ada" required autofocus></label> <button>Sign in</button></form>`,
  );
  response.writeHead(200, { "content-type": "text/html; charset=utf-8", "cache-control": "no-store" });
  response.end(page);
}

async function toRequest(request: IncomingMessage, origin: string): Promise<Request> {
  const { method = "GET", headers } = request;
  const body = method === "GET" || method === "HEAD" ? null : new Uint8Array(await readBody(request));
  const sent = Object.entries(headers).flatMap(([name, value]): [string, string][] =>
    value === undefined ? [] : [[name, String(value)]],
  );
  return new Request(new URL(request.url ?? "/", origin), { method, headers: sent, body });
}

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request) {
    const part: Buffer = chunk;
    bytes += part.byteLength;
    if (bytes > maxBodyBytes) throw new Error(`The body is larger than ${maxBodyBytes} bytes.`);
    chunks.push(part);
  }
  return Buffer.concat(chunks);
}
