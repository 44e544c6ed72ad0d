import { createHmac, timingSafeEqual } from "node:crypto";
import { sign as signForGithub, verify as verifyForGithub } from "@octokit/webhooks-methods";
import { webhookEventSchemas } from "@plugboard/content/schemas";
import { createMemoryDedupeStore, createWebhookReceiver } from "@plugboard/webhook-receiver";
import { generateSecret, sign, signatureHeaderName } from "@plugboard/webhook-signer";
import { signStandardWebhook } from "@plugboard/webhook-signer/standard-webhooks";
import { Webhook as StandardWebhook } from "standardwebhooks";
import { Stripe } from "stripe";
import { Webhook as SvixWebhook } from "svix";
import type { BenchTable } from "./bench-table.ts";
import { type Contender, measure } from "./measure.ts";

const reference = "by hand: text(), HMAC, JSON.parse";
const url = "https://receiver.test/webhooks";
const secret = generateSecret();
const event = {
  eventId: "evt_1",
  type: "page_feedback",
  siteId: "site_1",
  spaceId: "space_1",
  installationId: "inst_1",
  pageId: "page_1",
  feedback: { rating: "good", comment: "c".repeat(600) },
  visitor: { anonymousId: "anon_1", userAgent: "Mozilla/5.0", ip: "203.0.113.7", cookies: {} },
  url: "https://docs.example.com/start",
  referrer: "https://docs.example.com/",
};
const body = JSON.stringify(event);

type Handler = (request: Request) => Promise<Response>;

/**
 * Measures the time from a web standard request to its response, with the receiver and with handlers written
 * after each peer's manual. Only the receiver also limits the body, validates the event and drops duplicates.
 */
export async function run(): Promise<BenchTable> {
  const medians = await measure(await contenders());
  const unit = medians.get(reference) ?? Number.NaN;
  const rows = [...medians].map(([name, value]) => ({ name, value, unit: "ns", ratio: value / unit }));
  return { title: "Receive a webhook of 1 KiB (ratio to a handwritten handler, lower is faster)", rows };
}

async function contenders(): Promise<Readonly<Record<string, Contender>>> {
  const serviceHeaders = { [signatureHeaderName]: await sign({ secret, body }) };
  const standardHeaders = { ...(await signStandardWebhook({ secret, id: event.eventId, body })) };
  const githubHeaders = { "x-hub-signature-256": await signForGithub(secret, body) };
  const svix = new SvixWebhook(secret);
  const standardWebhook = new StandardWebhook(secret);
  const receive =
    (handle: Handler, headers: Readonly<Record<string, string>>): Contender =>
    async () => {
      const response = await handle(new Request(url, { method: "POST", headers: { ...headers }, body }));
      if (response.status !== 200) throw new Error(`A contender responded with ${response.status}`);
    };
  return {
    [reference]: receive(byHand, serviceHeaders),
    // Remembers no events, because otherwise each run would be a duplicate of the previous one.
    "@plugboard/webhook-receiver": receive(createReceiver(0), serviceHeaders),
    "@plugboard/webhook-receiver, a duplicate": receive(createReceiver(120), serviceHeaders),
    stripe: receive(withStripe, serviceHeaders),
    svix: receive(
      withStandard((text, headers) => svix.verify(text, headers)),
      standardHeaders,
    ),
    standardwebhooks: receive(
      withStandard((text, headers) => standardWebhook.verify(text, headers, { jsonParse: false })),
      standardHeaders,
    ),
    "@octokit/webhooks-methods": receive(withOctokit, githubHeaders),
  };
}

function createReceiver(retentionSeconds: number): Handler {
  const dedupe = createMemoryDedupeStore({ retentionSeconds });
  return createWebhookReceiver({
    secret,
    dedupe,
    schemas: webhookEventSchemas,
    events: { page_feedback: (payload) => handle(payload) },
  }).fetch;
}

async function byHand(request: Request): Promise<Response> {
  const text = await request.text();
  const header = request.headers.get(signatureHeaderName) ?? "";
  const [, timestamp = "", signature = ""] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(header) ?? [];
  const expected = createHmac("sha256", secret).update(`${timestamp}.${text}`).digest();
  if (!timingSafeEqual(expected, Buffer.from(signature, "hex"))) return Response.json({}, { status: 401 });
  return received(text);
}

async function withStripe(request: Request): Promise<Response> {
  const text = await request.text();
  handle(Stripe.webhooks.constructEvent(text, request.headers.get(signatureHeaderName) ?? "", secret));
  return Response.json({ received: true });
}

function withStandard(verify: (text: string, headers: Record<string, string>) => unknown): Handler {
  return async (request) => {
    const text = await request.text();
    verify(text, Object.fromEntries(request.headers));
    return received(text);
  };
}

async function withOctokit(request: Request): Promise<Response> {
  const text = await request.text();
  const verified = await verifyForGithub(secret, text, request.headers.get("x-hub-signature-256") ?? "");
  return verified ? received(text) : Response.json({}, { status: 401 });
}

function received(text: string): Response {
  handle(JSON.parse(text));
  return Response.json({ received: true });
}

function handle(payload: unknown): void {
  if (typeof payload !== "object" || payload === null) throw new Error("The payload is not an event");
}
