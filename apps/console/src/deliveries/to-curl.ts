import type { AttemptResource } from "@plugboard/api/client";

// curl sets these by itself, from the URL and the body.
const ownHeaders: ReadonlySet<string> = new Set(["host", "content-length", "connection", "accept-encoding"]);

/** The request of an attempt as a command; signatures, which the log does not keep, are left to be filled in. */
export function toCurl(url: string, attempt: AttemptResource | undefined, body: string): string {
  const { requestHeaders = { "content-type": "application/json" } } = attempt ?? {};
  const headers = Object.entries(requestHeaders)
    .filter(([name]) => !ownHeaders.has(name))
    .map(([name, value]) => `  -H ${quote(`${name}: ${value}`)}`);
  return [`curl -X POST ${quote(url)}`, ...headers, `  --data-raw ${quote(body)}`].join(" \\\n");
}

function quote(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
