import { generateSecret, sign, signatureHeaderName } from "@plugboard/webhook-signer";
import { signStandardWebhook } from "@plugboard/webhook-signer/standard-webhooks";
import { Agent, request } from "undici";

/** One way to deliver webhooks. */
export interface DeliveryContender {
  readonly queue: (count: number) => Promise<void>;
  /** Sends this number of queued deliveries, and returns how long it took (ms). */
  readonly drain: (count: number) => Promise<number>;
  close(): Promise<void>;
}

/** Attempts in flight, the same for every contender. */
export const concurrency = 64;

export const secret: string = generateSecret();

/** Returns the event ID of a delivery. */
export function idOf(index: number): string {
  return `evt_${index}`;
}

/** Returns the body of a delivery: an event of about 700 bytes. */
export function bodyOf(index: number): string {
  return JSON.stringify({
    eventId: idOf(index),
    type: "page_feedback",
    siteId: "site_1",
    spaceId: "space_1",
    installationId: "inst_1",
    pageId: "page_1",
    feedback: { rating: "good", comment: "c".repeat(300) },
    visitor: { anonymousId: "anon_1", userAgent: "Mozilla/5.0", ip: "203.0.113.7", cookies: {} },
    url: "https://docs.example.com/start",
    referrer: "https://docs.example.com/",
  });
}

const pool = new Agent({ connections: concurrency });

/** Signs and posts a body with the headers of this package, for contenders without their own sender. */
export async function signAndPost(url: string, id: string, body: string): Promise<void> {
  const headers = {
    "content-type": "application/json",
    [signatureHeaderName]: await sign({ secret, body }),
    ...(await signStandardWebhook({ secret, id, body })),
  };
  const response = await request(url, { method: "POST", headers, body, dispatcher: pool });
  await response.body.text();
  if (response.statusCode !== 200) throw new Error(`the receiver responded with ${response.statusCode}`);
}

/** Returns a promise that resolves after this number of calls. */
export function countDown(count: number): { readonly done: Promise<void>; readonly tick: () => void } {
  const { promise, resolve } = Promise.withResolvers<void>();
  let left = count;
  return {
    done: promise,
    tick() {
      left -= 1;
      if (left === 0) resolve();
    },
  };
}
