import { once } from "node:events";
import type { ServerResponse } from "node:http";
import { setImmediate } from "node:timers/promises";
import type { PlainResponse } from "../integration/exchange.ts";

type Reader = ReadableStreamDefaultReader<Uint8Array>;

/**
 * Sends a response and waits until its body is written or the client has disconnected.
 *
 * @throws any error of the response's body; the headers may have been sent by then
 */
export async function sendResponse(
  outgoing: ServerResponse,
  response: PlainResponse | Response,
): Promise<void> {
  if (!(response instanceof Response)) {
    outgoing.writeHead(response.status, response.headers).end(response.body);
    return;
  }
  const { status, headers, body } = response;
  // A flat list keeps every Set-Cookie as a separate header.
  const head: string[] = [];
  for (const [name, value] of headers) head.push(name, value);
  const reader = outgoing.req.method === "HEAD" ? undefined : body?.getReader();
  const first = await reader?.read();
  outgoing.writeHead(status, head);
  if (reader === undefined || first?.value === undefined) outgoing.end();
  else await sendBody(outgoing, reader, first.value);
}

async function sendBody(outgoing: ServerResponse, reader: Reader, first: Uint8Array): Promise<void> {
  let chunk: Uint8Array | undefined = first;
  let next = readChunk(reader);
  // The end of a body in memory follows immediately. Sending both together takes one write and sets a
  // Content-Length.
  const isLast = await Promise.race([next.then((value) => value === undefined), setImmediate(false)]);
  if (isLast) return void outgoing.end(first);
  outgoing.once("close", () => void reader.cancel().catch(() => undefined));
  while (chunk !== undefined && !outgoing.destroyed) {
    if (!outgoing.write(chunk)) await drained(outgoing);
    chunk = await next;
    if (chunk !== undefined) next = readChunk(reader);
  }
  outgoing.end();
}

function readChunk(reader: Reader): Promise<Uint8Array | undefined> {
  const reading = reader.read().then(({ value }) => value);
  // The error is thrown at the await, possibly after the client has received earlier chunks.
  reading.catch(() => undefined);
  return reading;
}

async function drained(outgoing: ServerResponse): Promise<void> {
  const waiting = new AbortController();
  const { signal } = waiting;
  await Promise.race([once(outgoing, "drain", { signal }), once(outgoing, "close", { signal })]);
  waiting.abort();
}
