import { Webhook as StandardWebhook } from "standardwebhooks";
import { Stripe } from "stripe";
import { Webhook as SvixWebhook } from "svix";
import { describe, expect, it } from "vitest";
import { generateSecret, sign, SignatureError, verify } from "../src/index.ts";
import { signStandardWebhook, verifyStandardWebhook } from "../src/standard-webhooks.ts";

const secret = generateSecret();
const bodies = ['{"eventId":"evt_1"}', '{\n  "comment": "naïve 🌍"\n}\n', "[]"];

describe.each(bodies)("the body %j", (body) => {
  it("signed here passes stripe, and vice versa", async () => {
    const header = await sign({ secret, body });
    expect(Stripe.webhooks.constructEvent(body, header, secret)).toEqual(JSON.parse(body));
    expect(() => Stripe.webhooks.constructEvent(`${body} `, header, secret)).toThrow(/signature/);

    const theirs = Stripe.webhooks.generateTestHeaderString({ payload: body, secret });
    await expect(verify({ secret, header: theirs, body })).resolves.toBeDefined();
    await expect(verify({ secret, header: theirs, body: `x${body}` })).rejects.toThrow(SignatureError);
  });

  it("signed with both secrets of a rotation passes stripe with either", async () => {
    const next = generateSecret();
    const header = await sign({ secret: [secret, next], body });
    for (const live of [secret, next]) {
      expect(Stripe.webhooks.constructEvent(body, header, live)).toEqual(JSON.parse(body));
    }
  });

  it.each([
    ["svix", SvixWebhook],
    ["standardwebhooks", StandardWebhook],
  ])("signed here passes %s, and vice versa", async (_name, Webhook) => {
    const peer = new Webhook(secret);
    const id = "evt_1";
    const now = Math.floor(Date.now() / 1000);
    const headers = await signStandardWebhook({ secret, id, body });
    expect(() => peer.verify(body, { ...headers })).not.toThrow();
    expect(() => peer.verify(`${body} `, { ...headers })).toThrow("No matching signature");

    const theirs = {
      ...headers,
      "webhook-timestamp": `${now}`,
      "webhook-signature": peer.sign(id, new Date(now * 1000), body),
    };
    await expect(verifyStandardWebhook({ secret, headers: theirs, body })).resolves.toEqual({
      id,
      timestamp: now,
    });
    await expect(verifyStandardWebhook({ secret, headers: theirs, body: `x${body}` })).rejects.toThrow(
      SignatureError,
    );
  });
});
