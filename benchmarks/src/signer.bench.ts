import { createHmac, timingSafeEqual } from "node:crypto";
import { sign as signForGithub, verify as verifyForGithub } from "@octokit/webhooks-methods";
import { generateSecret, sign, verify } from "@plugboard/webhook-signer";
import { signStandardWebhook, verifyStandardWebhook } from "@plugboard/webhook-signer/standard-webhooks";
import { Webhook as StandardWebhook } from "standardwebhooks";
import { Stripe } from "stripe";
import { Webhook as SvixWebhook } from "svix";
import type { Bar, BenchRow, BenchTable } from "./bench-table.ts";
import { type Contender, measure } from "./measure.ts";

const reference = "node:crypto alone: HMAC and timingSafeEqual";
const subject = "@plugboard/webhook-signer verify";

/** Verifies a webhook of 1 KiB with the signer and its peers, relative to the bare HMAC. */
export async function run(): Promise<BenchTable> {
  const medians = await measure(await contenders());
  const ratioOf = (name: string): number =>
    (medians.get(name) ?? Number.NaN) / (medians.get(reference) ?? Number.NaN);
  const bars = new Map<string, Bar>([[subject, { relation: "≤", limit: 1.25 }]]);
  const rows = [...medians].map(([name, value]): BenchRow => {
    return { name, value, unit: "ns", ratio: ratioOf(name), bar: bars.get(name) };
  });
  return { title: "Verify a webhook of 1 KiB (ratio to node:crypto alone, lower is faster)", rows };
}

async function contenders(): Promise<Readonly<Record<string, Contender>>> {
  const secret = generateSecret();
  const body = JSON.stringify({ eventId: "evt_1", type: "page_feedback", comment: "a".repeat(970) });
  const bytes = new TextEncoder().encode(body);
  const header = await sign({ secret, body });
  const [, timestamp = "", signature = ""] = /^t=(\d+),v1=(.+)$/.exec(header) ?? [];
  const standardHeaders = { ...(await signStandardWebhook({ secret, id: "evt_1", body })) };
  const githubSignature = await signForGithub(secret, body);
  const stripeSignature = Stripe.webhooks.signature;
  if (stripeSignature === null) throw new Error("stripe offers no verification");
  const svix = new SvixWebhook(secret);
  const standardWebhook = new StandardWebhook(secret);
  return {
    [reference]: () => {
      const expected = createHmac("sha256", secret).update(`${timestamp}.${body}`).digest();
      check(timingSafeEqual(expected, Buffer.from(signature, "hex")));
    },
    [subject]: () => verify({ secret, header, body }),
    [`${subject}, body as bytes`]: () => verify({ secret, header, body: bytes }),
    [`${subject}, Standard Webhooks`]: () =>
      verifyStandardWebhook({ secret, headers: standardHeaders, body }),
    stripe: () => check(stripeSignature.verifyHeader(body, header, secret)),
    svix: () => svix.verify(body, standardHeaders),
    standardwebhooks: () => standardWebhook.verify(body, standardHeaders, { jsonParse: false }),
    "@octokit/webhooks-methods": async () => check(await verifyForGithub(secret, body, githubSignature)),
  };
}

function check(verified: boolean): void {
  if (!verified) throw new Error("A contender rejected a valid webhook");
}
