import { createServer, type IncomingHttpHeaders, type IncomingMessage, request } from "node:http";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import * as z from "zod";

/** The integration whose tools the conformance suite calls by their bare names. */
export const fixtureIntegration = "fixtures";

const prefix = `${fixtureIntegration}__`;

/** A proxy in front of the MCP endpoint. */
export interface FixtureTools {
  readonly url: string;
  readonly close: () => void;
}

/**
 * Serves an MCP endpoint without sign-in, and its fixture tools by the names that the conformance suite expects.
 * Everything else passes unchanged, including the headers that the endpoint checks.
 */
export async function serveFixtureTools(endpoint: string, token: string): Promise<FixtureTools> {
  const server = createServer((incoming, response) => {
    void forward(incoming, { endpoint, token, ownHost: hostOf() })
      .then(({ status, headers, body }) => response.writeHead(status, headers).end(body))
      .catch((error: unknown) => response.writeHead(502).end(String(error)));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  // The server listens on a port, not on a pipe.
  const { port } = server.address() as AddressInfo;
  const hostOf = () => `127.0.0.1:${port}`;
  return { url: `http://${hostOf()}/mcp`, close: () => void server.close() };
}

interface Target {
  readonly endpoint: string;
  readonly token: string;
  readonly ownHost: string;
}

interface Forwarded {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

async function forward(incoming: IncomingMessage, { endpoint, token, ownHost }: Target): Promise<Forwarded> {
  const { host, "mcp-name": name, "content-length": _length, ...headers } = incoming.headers;
  const own = host === ownHost || host === `localhost:${ownHost.split(":")[1]}`;
  const outgoing = request(endpoint, {
    method: incoming.method,
    headers: {
      ...headers,
      host: own ? new URL(endpoint).host : host,
      authorization: `Bearer ${token}`,
      ...(name !== undefined && { "mcp-name": toFullName(String(name)) }),
    },
  });
  outgoing.end(toFullBody(await text(incoming)));
  // Node.js documents the event's argument.
  const [response] = (await once(outgoing, "response")) as [IncomingMessage];
  const { "content-length": _received, "transfer-encoding": _encoding, ...received } = response.headers;
  const body = (await text(response)).replaceAll(`"name":"${prefix}`, '"name":"');
  return { status: response.statusCode ?? 502, headers: received, body };
}

function toFullName(name: string): string {
  return `${prefix}${name}`;
}

const callSchema = z.looseObject({
  method: z.literal("tools/call"),
  params: z.looseObject({ name: z.string() }),
});

function toFullBody(body: string): string {
  const call = callSchema.safeParse(toJson(body)).data;
  if (call === undefined) return body;
  return JSON.stringify({ ...call, params: { ...call.params, name: toFullName(call.params.name) } });
}

function toJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
