import type { IncomingMessage } from "node:http";
import { Readable } from "node:stream";
import type { IncomingRequest } from "../integration/exchange.ts";

/**
 * Wraps a `node:http` request in the part of the Fetch API that `createIntegration` reads. Creating a whole
 * `Request` would take longer than handling most events.
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
      // The types of node:stream/web and of the Fetch API only differ in name.
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
      // Every request closes eventually, and creating an error is slow.
      if (!incoming.readableEnded) reject(new Error("The request was aborted"));
    });
  });
}
