import { type ContentIntegrationTypes, createIntegration } from "@plugboard/content/integration";
import {
  decodeEnvelope,
  type EncodedEnvelope,
  encodeEnvelope,
  type Envelope,
} from "@plugboard/runtime/envelope";
import { generateSecret, sign, verify } from "@plugboard/webhook-signer";
import type { Bar, BenchRow, BenchTable } from "./bench-table.ts";
import { type Contender, measure } from "./measure.ts";
import { environment, publicEndpoint } from "./sample-environment.ts";

const base = { eventId: "evt_1", installationId: "ins_1" };

const request = {
  method: "POST",
  url: `${publicEndpoint}/hook`,
  headers: [["content-type", "text/plain"]],
} as const;

interface Case {
  readonly name: string;
  readonly event: Envelope<ContentIntegrationTypes>["event"];
  readonly bodyBytes: number;
  readonly bar: Bar;
}

const cases: readonly Case[] = [
  {
    name: "event",
    event: { ...base, type: "space_content_updated", spaceId: "spc_1", revisionId: "rev_1" },
    bodyBytes: 0,
    bar: { relation: "≥", limit: 3 },
  },
  {
    name: "ui_render",
    event: {
      ...base,
      type: "ui_render",
      componentId: "digest",
      props: { id: 1 },
      state: { open: true },
      action: { action: "close" },
      context: { type: "document", theme: "light" },
    },
    bodyBytes: 0,
    bar: { relation: "≥", limit: 3 },
  },
  {
    name: "fetch, 1 KiB",
    event: { ...base, type: "fetch", request },
    bodyBytes: 1024,
    bar: { relation: "≥", limit: 3 },
  },
  {
    name: "fetch, 1 MiB",
    event: { ...base, type: "fetch", request },
    bodyBytes: 1024 * 1024,
    bar: { relation: "≥", limit: 5 },
  },
];

/** Reads envelopes and responds to signed requests, with the runtime and with `FormData`. */
export async function run(): Promise<BenchTable> {
  const rows: BenchRow[] = [];
  for (const benchCase of cases) {
    const { body, contentType } = encode(benchCase);
    rows.push(...(await compareDecoding(benchCase, { body, contentType })));
  }
  for (const benchCase of cases) rows.push(...(await compareHandling(benchCase, encode(benchCase))));
  return { title: "The runtime (ratio to FormData and JSON.parse, higher is faster)", rows };
}

function encode({ event, bodyBytes }: Case): EncodedEnvelope {
  if (bodyBytes === 0) return encodeEnvelope({ event, environment });
  // Realistic text: a body of one repeated byte would favor a search that skips.
  const line = `{"id":4711,"name":"Getting started","text":"How to begin, and where to go next."}\r\n`;
  const text = line.repeat(Math.ceil(bodyBytes / line.length)).slice(0, bodyBytes);
  return encodeEnvelope({ event, environment, fetchBody: new TextEncoder().encode(text) });
}

async function compareDecoding(
  { name, bar }: Case,
  { body, contentType }: EncodedEnvelope,
): Promise<BenchRow[]> {
  return await compare(`decode ${name}`, bar, {
    reference: () => decodeWithFormData(body, contentType),
    subject: () => decodeEnvelope(body, contentType),
  });
}

/** Measures a whole signed request, from `Request` to `Response`, against a handler written by hand. */
async function compareHandling({ name }: Case, { body, contentType }: EncodedEnvelope): Promise<BenchRow[]> {
  const secret = generateSecret();
  const signature = await sign({ secret, body });
  const headers = new Headers({
    "content-type": contentType,
    "content-length": String(body.length),
    "x-service-signature": signature,
  });
  const post = (): Request =>
    new Request("https://integration.example/v1", { method: "POST", headers, body });
  const integration = createIntegration({
    events: { space_content_updated: () => undefined },
    components: [{ componentId: "digest", render: async () => ({ type: "complete" }) }],
    fetch: () => Response.json({ received: true }),
    toleranceSeconds: Number.POSITIVE_INFINITY,
  });
  const env = { PLUGBOARD_SIGNING_SECRET: secret };
  return await compare(`respond to ${name}, signed`, undefined, {
    reference: async () => {
      const incoming = post();
      const bytes = new Uint8Array(await incoming.arrayBuffer());
      const header = incoming.headers.get("x-service-signature");
      await verify({ secret, header, body: bytes, toleranceSeconds: Number.POSITIVE_INFINITY });
      await decodeWithFormData(bytes, contentType);
      return Response.json({ received: true });
    },
    subject: async () => {
      const response = await integration.fetch(post(), env);
      if (response.status !== 200) throw new Error(`The integration responded with ${response.status}`);
    },
  });
}

// Decodes verified bytes as a handler without this codec would.
async function decodeWithFormData(bytes: Uint8Array<ArrayBuffer>, contentType: string): Promise<unknown[]> {
  const form = await new Response(bytes, { headers: { "content-type": contentType } }).formData();
  const [event, parsedEnvironment] = [form.get("event"), form.get("environment")].map((text): unknown =>
    typeof text === "string" ? JSON.parse(text) : undefined,
  );
  const file = form.get("fetch-body");
  const fetchBody = file instanceof Blob ? new Uint8Array(await file.arrayBuffer()) : undefined;
  return [event, parsedEnvironment, fetchBody];
}

async function compare(
  name: string,
  bar: Bar | undefined,
  contenders: { readonly reference: Contender; readonly subject: Contender },
): Promise<BenchRow[]> {
  // Warms up: the first Response loads the runtime's fetch, which would count as one slow call.
  await Promise.all([contenders.reference(), contenders.subject()]);
  const medians = await measure({ ...contenders });
  const [reference = Number.NaN, subject = Number.NaN] = [medians.get("reference"), medians.get("subject")];
  return [
    { name: `${name}: FormData and JSON.parse`, value: reference, unit: "ns" },
    {
      name: `${name}: @plugboard/runtime`,
      value: subject,
      unit: "ns",
      ratio: reference / subject,
      bar,
    },
  ];
}
