import { createMcpHandler, type McpServer } from "@modelcontextprotocol/server";
import { PlatformError, readBody } from "@plugboard/platform";
import { isLocalOrigin } from "./local-pages.ts";

/** The MCP endpoint that answers a message. */
export interface McpEndpoint {
  /** The origin whose pages can send messages. Programs send no origin. */
  readonly origin: string;
  /** Whether pages on the visitor's own computer can send messages too. */
  readonly allowsLocalPages?: boolean;
  readonly maxMessageBytes: number;
  /** Creates the server of one message, because tools depend on the caller. */
  readonly createServer: () => McpServer;
}

/**
 * Answers an MCP message after its tools have finished, because they run in the tenant scope of the request.
 *
 * @throws PlatformError `forbidden` for pages of other origins, `invalid_request` for a batch, `payload_too_large`
 */
export async function answerMcpMessage(
  request: Request,
  { origin: own, allowsLocalPages = false, maxMessageBytes, createServer }: McpEndpoint,
): Promise<Response> {
  const origin = request.headers.get("origin") ?? own;
  if (origin !== own && !(allowsLocalPages && isLocalOrigin(origin)))
    throw new PlatformError("forbidden", `This endpoint doesn't serve pages of ${origin}.`);
  const handler = createMcpHandler(createServer, { maxSubscriptions: 0 });
  const { status, headers, body } = await handler.fetch(await readMessage(request, maxMessageBytes));
  // Older clients get a stream.
  const answer = body === null ? null : await new Response(body).text();
  headers.set("cache-control", "private, no-store");
  return new Response(answer, { status, headers });
}

/** Reads a request with one message. The responses to a batch would have no size limit. */
async function readMessage(request: Request, maxBytes: number): Promise<Request> {
  const bytes = await readBody(request, maxBytes);
  const { url, method, headers } = request;
  if (bytes === undefined) return new Request(url, { method, headers });
  const body = new TextDecoder().decode(bytes);
  if (body.trimStart().startsWith("["))
    throw new PlatformError("invalid_request", "Send one message per request, not a batch.");
  return new Request(url, { method, headers, body });
}
