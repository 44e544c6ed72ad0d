import { createHmac } from "node:crypto";
import { signStandardWebhook } from "@plugboard/webhook-signer/standard-webhooks";
import { webhookSchemes } from "@plugboard/webhook-signer/schemes";
import { describe, expect, it } from "vitest";
import * as z from "zod";
import { createCustomReceiver } from "./create-custom-receiver.ts";

const secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
const invoicePaid = z.object({ type: z.literal("invoice.paid"), data: z.object({ total: z.number() }) });
const event = { type: "invoice.paid", data: { total: 12 } };

async function standardRequest(payload: unknown, id = "msg_1"): Promise<Request> {
  const body = JSON.stringify(payload);
  const headers = await signStandardWebhook({ secret, id, body });
  return new Request("https://receiver.test/", { method: "POST", headers: { ...headers }, body });
}

describe("createCustomReceiver", () => {
  it("receives Standard Webhooks with a custom schema, once per ID", async () => {
    const totals: number[] = [];
    const ids: unknown[] = [];
    const receiver = createCustomReceiver({
      secret,
      schema: invoicePaid,
      handle: ({ data }, { eventId, timestamp }) => {
        totals.push(data.total);
        ids.push(eventId, typeof timestamp);
      },
    });
    for (const id of ["msg_1", "msg_1", "msg_2"]) {
      const response = await receiver.fetch(await standardRequest(event, id));
      expect([response.status, await response.json()]).toEqual([200, { received: true }]);
    }
    expect([totals, ids]).toEqual([
      [12, 12],
      ["msg_1", "number", "msg_2", "number"],
    ]);
  });

  it("responds to a verification challenge", async () => {
    const receiver = createCustomReceiver({
      secret,
      schema: invoicePaid,
      handle: () => expect.unreachable(),
    });
    const question = { type: "endpoint_verification", challenge: "c0ffee" };
    const response = await receiver.fetch(await standardRequest(question));
    expect([response.status, await response.json()]).toEqual([200, { challenge: "c0ffee" }]);
  });

  it("rejects events that don't match its schema, with the path", async () => {
    const receiver = createCustomReceiver({ secret, schema: invoicePaid, handle: () => undefined });
    const response = await receiver.fetch(await standardRequest({ ...event, data: { total: "12" } }));
    expect(response.status).toBe(400);
    expect(await response.json()).toEqual({ error: expect.stringContaining("data.total: ") });
  });

  it("rejects unsigned requests", async () => {
    const receiver = createCustomReceiver({ secret, handle: () => undefined });
    const request = await standardRequest(event);
    request.headers.set("webhook-id", "msg_2");
    expect((await receiver.fetch(request)).status).toBe(401);
  });

  it("receives webhooks of another scheme, with an ID from the payload", async () => {
    const seen: unknown[] = [];
    const receiver = createCustomReceiver({
      secret: "s3cret",
      scheme: webhookSchemes.github,
      schema: z.object({ delivery: z.string() }),
      eventId: ({ delivery }) => delivery,
      handle: (payload, { timestamp }) => seen.push([payload, timestamp]),
    });
    const body = '{"delivery":"d1"}';
    const signature = `sha256=${createHmac("sha256", "s3cret").update(body).digest("hex")}`;
    for (let attempt = 0; attempt < 2; attempt += 1) {
      const headers = { "x-hub-signature-256": signature };
      const request = new Request("https://receiver.test/", { method: "POST", headers, body });
      expect((await receiver.fetch(request)).status).toBe(200);
    }
    expect(seen).toEqual([[{ delivery: "d1" }, undefined]]);
  });

  it("releases an event if its handler throws", async () => {
    let calls = 0;
    const receiver = createCustomReceiver({
      secret,
      handle: () => {
        calls += 1;
        if (calls === 1) throw new Error("not yet");
      },
    });
    const statuses = [];
    for (let attempt = 0; attempt < 2; attempt += 1) {
      statuses.push((await receiver.fetch(await standardRequest(event))).status);
    }
    expect(statuses).toEqual([500, 200]);
  });
});
