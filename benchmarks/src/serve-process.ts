import { createHmac, timingSafeEqual } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { type ContentIntegrationTypes, createIntegration } from "@plugboard/content/integration";
import { decodeEnvelope } from "@plugboard/runtime/envelope";
import { serve } from "@plugboard/runtime/node";

// A process that serves signed events: `bare` with node:http alone, or with `serve`. It sends its port, and
// on request the CPU time it has used (µs).

const [kind, secret = ""] = process.argv.slice(2);
const hostname = "127.0.0.1";

process.send?.(kind === "bare" ? await serveBare() : await serveIntegration());
process.on("message", () => {
  const { user, system } = process.cpuUsage();
  process.send?.(user + system);
});
process.once("disconnect", () => process.exit());

async function serveIntegration(): Promise<number> {
  const integration = createIntegration({
    events: { installation_setup: () => undefined, space_content_updated: () => undefined },
  });
  const { port } = await serve(integration, { port: 0, hostname, env: { PLUGBOARD_SIGNING_SECRET: secret } });
  return port;
}

async function serveBare(): Promise<number> {
  const server = createServer((request, response) => void handleBare(request, response));
  await new Promise<void>((resolve) => void server.listen(0, hostname, resolve));
  // A server that listens on a port has an address with a port.
  return (server.address() as AddressInfo).port;
}

async function handleBare(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of request) chunks.push(chunk);
  const body = new Uint8Array(Buffer.concat(chunks));
  const header = String(request.headers["x-service-signature"]);
  const [, timestamp = "", signature = ""] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(header) ?? [];
  const expected = createHmac("sha256", secret).update(`${timestamp}.`).update(body).digest();
  const isVerified = timingSafeEqual(expected, Buffer.from(signature, "hex"));
  const { event } = decodeEnvelope<ContentIntegrationTypes>(body, request.headers["content-type"] ?? null);
  const status = isVerified && event.type === "space_content_updated" ? 200 : 401;
  response.writeHead(status, { "content-type": "application/json" }).end('{"received":true}');
}
