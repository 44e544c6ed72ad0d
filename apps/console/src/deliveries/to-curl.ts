import type { AttemptResource } from "@plugboard/api/client";

// curl derives these from the URL and body.
const ownHeaders: ReadonlySet<string> = new Set(["host", "content-length", "connection", "accept-encoding"]);

/** Returns an attempt's request as a curl command. Signatures aren't logged and are left as placeholders. */
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
