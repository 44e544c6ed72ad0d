import { AsyncLocalStorage } from "node:async_hooks";
import type { McpHttpHandler, McpServer } from "@modelcontextprotocol/server";
import { PlatformError, readBody } from "@plugboard/platform";
import { isLocalOrigin } from "./local-pages.ts";

/** The MCP endpoint that answers a message. */
export interface McpEndpoint {
  /** The origin whose pages can send messages. Programs send no origin. */
  readonly origin: string;
  /** Whether pages on the visitor's own computer can send messages too. */
  readonly allowsLocalPages?: boolean;
  readonly maxMessageBytes: number;
  /**
   * Creates the server of one message, because tools depend on the caller. Imports it on demand: the MCP library takes
   * 13 MB of memory.
   */
  readonly createServer: () => Promise<McpServer>;
}

const serverCreation = new AsyncLocalStorage<McpEndpoint["createServer"]>();

let opening: Promise<McpHttpHandler> | undefined;

/** Returns the handler of all messages. Creating it takes a noticeable part of a call. */
function openHandler(): Promise<McpHttpHandler> {
  opening ??= import("@modelcontextprotocol/server").then(({ createMcpHandler }) =>
    createMcpHandler(
      async () => {
        const createServer = serverCreation.getStore();
        if (createServer === undefined)
          throw new Error("An MCP message was handled outside answerMcpMessage.");
        return await createServer();
      },
      { maxSubscriptions: 0 },
    ),
  );
  return opening;
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
  const message = await readMessage(request, maxMessageBytes);
  const handler = await openHandler();
  const response = await serverCreation.run(createServer, () => handler.fetch(...message));
  // Older clients get a stream.
  const answer = response.body === null ? null : await response.text();
  const { status, headers } = response;
  headers.set("cache-control", "private, no-store");
  return new Response(answer, { status, headers });
}

/** Reads a request with one message. The responses to a batch would have no size limit. */
async function readMessage(request: Request, maxBytes: number): Promise<Parameters<McpHttpHandler["fetch"]>> {
  const bytes = await readBody(request, maxBytes);
  const { url, method, headers } = request;
  if (bytes === undefined) return [new Request(url, { method, headers })];
  const body = new TextDecoder().decode(bytes);
  const parsedBody = parseJson(body);
  if (Array.isArray(parsedBody))
    throw new PlatformError("invalid_request", "Send one message per request, not a batch.");
  // The handler reports invalid JSON.
  return parsedBody === undefined
    ? [new Request(url, { method, headers, body })]
    : [new Request(url, { method, headers }), { parsedBody }];
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
