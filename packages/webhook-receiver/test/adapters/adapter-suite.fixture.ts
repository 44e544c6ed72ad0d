import { sign } from "@plugboard/webhook-signer";
import { expect, it } from "vitest";
import { adapterMaxBodyBytes } from "./adapter-receiver.fixture.ts";
import { pageFeedback, secret } from "../sample-events.fixture.ts";

let sentEvents = 0;

/** Returns a new event. */
export function nextFeedback(comment: string): object {
  sentEvents += 1;
  return { ...pageFeedback, eventId: `evt_${sentEvents}`, feedback: { rating: "ok", comment } };
}

/** Sends a signed body to a receiver on a real server. */
export async function sendSigned(url: string, event: unknown): Promise<[status: number, body: unknown]> {
  // Indented, with multi-byte characters: parsing or re-encoding it breaks the signature.
  const body = JSON.stringify(event, undefined, 2);
  const headers = { "content-type": "application/json", "x-service-signature": await sign({ secret, body }) };
  const response = await fetch(url, { method: "POST", headers, body });
  return [response.status, await response.json()];
}

/** Defines the tests that every adapter must pass. */
export function testAdapter(url: () => string): void {
  it("receives a signed event and skips its duplicate", async () => {
    const event = nextFeedback("Größe: 🌍");
    expect(await sendSigned(url(), event)).toEqual([200, { received: true }]);
    expect(await sendSigned(url(), event)).toEqual([200, { received: true }]);
  });

  it("rejects an unsigned event with 401", async () => {
    const response = await fetch(url(), { method: "POST", body: JSON.stringify(nextFeedback("unsigned")) });
    expect([response.status, await response.json()]).toEqual([
      401,
      { error: expect.stringContaining("x-service-signature") },
    ]);
  });

  it("rejects an event of the wrong shape with 400", async () => {
    expect(await sendSigned(url(), { ...nextFeedback(""), url: 1 })).toEqual([
      400,
      { error: expect.stringContaining("url") },
    ]);
  });

  it("responds with 500 when the handler throws", async () => {
    expect(await sendSigned(url(), nextFeedback("fail"))).toEqual([500, { error: "Internal server error" }]);
  });

  it.each(["GET", "HEAD", "OPTIONS", "PUT", "PATCH", "DELETE"])("rejects %s with 405", async (method) => {
    const response = await fetch(url(), { method });
    const text = method === "HEAD" ? "" : "Method not allowed";
    expect([response.status, await response.text(), response.headers.get("allow")]).toEqual([
      405,
      text,
      "POST",
    ]);
  });

  it("rejects a body over the limit with 413, with or without a content length", async () => {
    const bytes = new Uint8Array(adapterMaxBodyBytes + 1);
    const stream = new Blob([bytes]).stream();
    for (const body of [bytes, stream]) {
      const response = await fetch(url(), { method: "POST", body, duplex: "half" });
      expect([response.status, await response.json()]).toEqual([413, { error: expect.any(String) }]);
    }
  });
}
