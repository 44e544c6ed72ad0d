import type { IncomingMessage } from "node:http";
import { Readable } from "node:stream";
import type { IncomingRequest } from "../integration/exchange.ts";

/**
 * A request as `node:http` received it, with no more of the Fetch API than an integration of `createIntegration` reads:
 * a whole `Request` would take longer to make than most events take to handle.
 */
export function createNodeRequest(incoming: IncomingMessage, url: string): IncomingRequest {
  return {
    method: incoming.method ?? "GET",
    url,
    headers: {
      get: (name) => {
        const value = incoming.headers[name];
        return (Array.isArray(value) ? value.join(", ") : value) ?? null;
      },
    },
    get body() {
      // The types of node:stream/web and of the Fetch API differ in name only.
      return Readable.toWeb(incoming) as ReadableStream<Uint8Array<ArrayBuffer>>;
    },
    get bodyUsed() {
      return incoming.readableDidRead;
    },
    bytes: () => readBody(incoming),
  };
}

function readBody(incoming: IncomingMessage): Promise<Uint8Array<ArrayBuffer>> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer<ArrayBuffer>[] = [];
    incoming.on("data", (chunk: Buffer<ArrayBuffer>) => chunks.push(chunk));
    incoming.on("end", () => {
      const [first] = chunks;
      const { buffer, byteOffset, byteLength } =
        first !== undefined && chunks.length === 1 ? first : Buffer.concat(chunks);
      resolve(new Uint8Array(buffer, byteOffset, byteLength));
    });
    incoming.on("error", reject);
    incoming.on("close", () => {
      // Every request closes in the end, and an error takes its time to make.
      if (!incoming.readableEnded) reject(new Error("The request was aborted"));
    });
  });
}
