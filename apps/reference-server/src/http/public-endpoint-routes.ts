import { type Context, Hono } from "hono";
import { buildDispatchTarget } from "../dispatch/build-environment.ts";
import { dispatchFetch, hopByHopHeaders } from "../dispatch/dispatch-fetch.ts";
import { getInstallation } from "../platform/installations.ts";
import { PlatformError } from "../platform/platform-error.ts";
import type { Services } from "../services.ts";

const maximumBodyBytes = 10 * 1024 * 1024;

// A page that an integration serves runs without this origin's storage, so that it cannot act as another integration.
const sandboxPolicy =
  "sandbox allow-forms allow-modals allow-popups allow-popups-to-escape-sandbox allow-scripts allow-downloads";

/** Hands every request below an installation's public endpoint to its integration. */
export function createPublicEndpointRoutes(services: Services): Hono {
  const routes = new Hono();
  routes.all(
    "/integrations/:installation/*",
    async (context) => await forward(services, context, context.req.param("installation")),
  );
  routes.all(
    "/integrations/:installation",
    async (context) => await forward(services, context, context.req.param("installation")),
  );
  return routes;
}

async function forward(services: Services, context: Context, installationId: string): Promise<Response> {
  const installation = await getInstallation(services.context, installationId);
  const target = await buildDispatchTarget(services.context, services.tokens, services.urls, {
    installationId: installation.id,
  });
  const body = await readBody(context.req.raw);
  const answer = await dispatchFetch(services.runner, target, installation.id, {
    method: context.req.method,
    url: publicUrl(services, context),
    headers: context.req.raw.headers,
    ...(body !== undefined && { body }),
  });
  const headers = new Headers([...answer.headers].filter(([name]) => !hopByHopHeaders.has(name)));
  headers.delete("content-length");
  headers.delete("content-encoding");
  headers.append("content-security-policy", sandboxPolicy);
  headers.set("x-content-type-options", "nosniff");
  const empty = [204, 205, 304].includes(answer.status);
  return new Response(empty ? null : new Uint8Array(answer.body), { status: answer.status, headers });
}

// The address behind a proxy is not the one the caller used; the configured origin is.
function publicUrl({ urls }: Services, context: Context): string {
  const { pathname, search } = new URL(context.req.url);
  return `${urls.sites}${pathname}${search}`;
}

async function readBody(request: Request): Promise<Uint8Array<ArrayBuffer> | undefined> {
  if (request.body === null) return undefined;
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body) {
    size += chunk.byteLength;
    if (size > maximumBodyBytes) {
      throw new PlatformError("payload_too_large", `The body has more than ${maximumBodyBytes} bytes.`);
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
