import { once } from "node:events";
import type { ServerResponse } from "node:http";
import { setImmediate } from "node:timers/promises";
import type { PlainResponse } from "../integration/exchange.ts";

type Reader = ReadableStreamDefaultReader<Uint8Array>;

/**
 * Sends a response, and waits until its body is written or the client has left.
 *
 * @throws what the response's body throws; the head may have been sent by then
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
  // A flat list, so that every Set-Cookie stays a header of its own.
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
  // The end of a body that is held in memory comes right behind it. Sent together, they take one write and get a length.
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
  // A failure is thrown where it is awaited, which may be after the client has taken what was written before.
  reading.catch(() => undefined);
  return reading;
}

async function drained(outgoing: ServerResponse): Promise<void> {
  const waiting = new AbortController();
  const { signal } = waiting;
  await Promise.race([once(outgoing, "drain", { signal }), once(outgoing, "close", { signal })]);
  waiting.abort();
}
