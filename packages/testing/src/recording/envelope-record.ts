import { TestPlatformError } from "../errors/test-platform-error.ts";

/** A recorded request to an integration. */
export interface EnvelopeRecord {
  /** The time it was sent (ISO 8601). */
  readonly time: string;
  readonly method: string;
  readonly url: string;
  /** The headers in order, including the signature. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** The body in base64. The signature covers exactly these bytes. */
  readonly body: string;
}

/**
 * Records a request. It consumes the body, so pass a clone.
 *
 * @example
 * import { formatRecords, recordRequest } from "@plugboard/testing";
 *
 * async function handle(request: Request): Promise<void> {
 *   const record = await recordRequest(request.clone(), Date.now());
 *   console.log(formatRecords([record]));
 * }
 *
 * await handle(new Request("https://integration.example/v1", { method: "POST", body: "an envelope" }));
 */
export async function recordRequest(request: Request, now: number): Promise<EnvelopeRecord> {
  const bytes = new Uint8Array(await request.arrayBuffer());
  return {
    time: new Date(now).toISOString(),
    method: request.method,
    url: request.url,
    headers: [...request.headers],
    body: toBase64(bytes),
  };
}

/** Returns the request of a record, byte for byte. */
export function toRequest({ method, url, headers, body }: EnvelopeRecord): Request {
  const bytes = fromBase64(body);
  return new Request(url, {
    method,
    headers: headers.map(([name, value]): [string, string] => [name, value]),
    ...(bytes.length > 0 && { body: bytes }),
  });
}

/**
 * Formats records as JSON Lines, which can be appended to a file.
 *
 * @example
 * import { appendFile } from "node:fs/promises";
 * import { formatRecords, recordRequest } from "@plugboard/testing";
 *
 * const record = await recordRequest(new Request("https://integration.example/v1"), Date.now());
 * await appendFile("envelopes.jsonl", formatRecords([record]));
 */
export function formatRecords(records: readonly EnvelopeRecord[]): string {
  return records.map((record) => `${JSON.stringify(record)}\n`).join("");
}

/**
 * Parses records from JSON Lines. Empty lines are skipped.
 *
 * @throws TestPlatformError `bad_record` with the line number
 *
 * @example
 * import { readFile } from "node:fs/promises";
 * import { parseRecords } from "@plugboard/testing";
 *
 * for (const { time, url } of parseRecords(await readFile("envelopes.jsonl", "utf8"))) console.log(time, url);
 */
export function parseRecords(text: string): readonly EnvelopeRecord[] {
  return text
    .split("\n")
    .flatMap((line, index) => (line.trim() === "" ? [] : [parseRecord(line, index + 1)]));
}

function parseRecord(line: string, number: number): EnvelopeRecord {
  try {
    const value: unknown = JSON.parse(line);
    if (isEnvelopeRecord(value)) {
      fromBase64(value.body);
      return value;
    }
  } catch {
    // Invalid JSON or base64 is reported below, like any other invalid line.
  }
  const fields = "time, method, url, headers and a base64 body";
  throw new TestPlatformError("bad_record", `Line ${number} is not a recorded envelope: it needs ${fields}.`);
}

function isEnvelopeRecord(value: unknown): value is EnvelopeRecord {
  return (
    isRecord(value) &&
    ["time", "method", "url", "body"].every((field) => typeof value[field] === "string") &&
    Array.isArray(value.headers) &&
    value.headers.every(isHeader)
  );
}

function isHeader(value: unknown): boolean {
  return Array.isArray(value) && value.length === 2 && value.every((part) => typeof part === "string");
}

function toBase64(bytes: Uint8Array): string {
  let text = "";
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text);
}

function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
}

/** Returns whether a value is an object with named fields. */
function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
