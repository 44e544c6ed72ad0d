import { createHmac } from "node:crypto";
import { generateSecret } from "@plugboard/webhook-signer";
import { signStandardWebhook } from "@plugboard/webhook-signer/standard-webhooks";
import { describe, expect, it } from "vitest";
import { verifyInboundWebhook } from "./verify-inbound-webhook.ts";
import { type WebhookScheme, webhookSchemes } from "@plugboard/webhook-signer/schemes";

const { github, slack, stripe, standardWebhooks } = webhookSchemes;
const now = 1_700_000_000;
const body = '{"action":"opened"}';
const hmac = (secret: string, text: string) => createHmac("sha256", secret).update(text).digest("hex");
const standardSecret = generateSecret();
const standardHeaders = await signStandardWebhook({
  secret: standardSecret,
  id: "msg_1",
  body,
  timestamp: now,
});

function post(headers: Readonly<Record<string, string>>, content = body): Request {
  return new Request("https://sites.example/hook", {
    method: "POST",
    headers: { ...headers },
    body: content,
  });
}

const senders: Readonly<
  Record<keyof typeof webhookSchemes, readonly [WebhookScheme, string, Record<string, string>]>
> = {
  github: [github, "s3cret", { "x-hub-signature-256": `sha256=${hmac("s3cret", body)}` }],
  slack: [
    slack,
    "s3cret",
    {
      "x-slack-signature": `v0=${hmac("s3cret", `v0:${now}:${body}`)}`,
      "x-slack-request-timestamp": `${now}`,
    },
  ],
  stripe: [
    stripe,
    "whsec_s3cret",
    { "stripe-signature": `t=${now},v1=${hmac("whsec_s3cret", `${now}.${body}`)}` },
  ],
  standardWebhooks: [standardWebhooks, standardSecret, { ...standardHeaders }],
};

describe.each(Object.entries(senders))("a webhook in the scheme %s", (_name, [scheme, secret, headers]) => {
  const verify = (request: Request, options = {}) =>
    verifyInboundWebhook(request, { scheme, secret, now, ...options });
  const refused = (why: RegExp) => ({
    status: 401,
    code: "unauthorized",
    message: expect.stringMatching(why),
  });

  it("verifies and leaves the body readable", async () => {
    const request = post(headers);
    await verify(request);
    expect(await request.text()).toBe(body);
  });

  it("verifies with the older of two secrets", async () => {
    await expect(verify(post(headers), { secret: [generateSecret(), secret] })).resolves.toBeUndefined();
  });

  it.each([
    ["another body", body.replace("opened", "closed"), secret, /No signature matches/],
    ["another secret", body, generateSecret(), /No signature matches/],
  ])("rejects %s", async (_what, content, key, why) => {
    await expect(verify(post(headers, content), { secret: key })).rejects.toMatchObject(refused(why));
  });

  it.each(Object.keys(headers))("rejects a missing %s", async (name) => {
    const request = post(headers);
    request.headers.delete(name);
    await expect(verify(request)).rejects.toMatchObject(
      refused(new RegExp(`missing or repeated ${name} header`, "i")),
    );
  });

  it.each(["", "nonsense", "sha256=", "v0=xyz", "v1=,t=", "v1,!!!!", `v0=${"00".repeat(32)}`])(
    "rejects the signature header %j",
    async (value) => {
      const request = post({ ...headers, [scheme.signatureHeader]: value });
      await expect(verify(request)).rejects.toMatchObject({ name: "IntegrationError", status: 401 });
    },
  );

  it("rejects an empty secret", async () => {
    await expect(verify(post(headers), { secret: "" })).rejects.toMatchObject({
      name: "SignatureError",
      code: "secret_missing",
    });
  });

  it("reports a body that was already read", async () => {
    const request = post(headers);
    await request.text();
    await expect(verify(request)).rejects.toThrow(/was read before/);
  });
});

describe.each(Object.entries(senders).filter(([name]) => name !== "github"))(
  "the timestamp in the scheme %s",
  (_name, [scheme, secret, headers]) => {
    it.each([
      [-301, /not within 300 s/],
      [-300, /^verified$/],
      [300, /^verified$/],
      [301, /not within 300 s/],
    ])("%i s from now gives %s", async (distance, outcome) => {
      const verified = verifyInboundWebhook(post(headers), { scheme, secret, now: now + distance });
      expect(await verified.then(() => "verified", String)).toMatch(outcome);
    });

    it("must be a number", async () => {
      const forged = Object.fromEntries(
        Object.entries(headers).map(([name, value]) => [name, value.replaceAll(`${now}`, "soon")]),
      );
      await expect(verifyInboundWebhook(post(forged), { scheme, secret, now })).rejects.toMatchObject({
        status: 401,
      });
    });
  },
);

describe("published examples", () => {
  it("Slack's", async () => {
    const form =
      "token=xyzz0WbapA4vBCDEFasx0q6G&team_id=T1DC2JH3J&team_domain=testteamnow&channel_id=G8PSS9T3V&channel_name=foobar&user_id=U2CERLKJA&user_name=roadrunner&command=%2Fwebhook-collect&text=&response_url=https%3A%2F%2Fhooks.slack.com%2Fcommands%2FT1DC2JH3J%2F397700885554%2F96rGlfmibIGlgcZRskXaIFfN&trigger_id=398738663015.47445629121.803a0bc887a14d10d2c447fce8b6703c";
    const signature = "v0=a2114d57b48eac39b9ad189dd8316235a7b4a8d21a10bd27519666489c69b503";
    const headers = { "x-slack-request-timestamp": "1531420618", "x-slack-signature": signature };
    const secret = "8f742231b10e8888abcd99yyyzzz85a5";
    const verified = verifyInboundWebhook(post(headers, form), { scheme: slack, secret, now: 1_531_420_618 });
    await expect(verified).resolves.toBeUndefined();
  });

  it("a signature of Stripe's own library, next to an outdated scheme", async () => {
    const signature = "42b3d2b2181207b6b299df380bf37599bb895dc182467ba12e046b1916c4cd19";
    const header = `t=1614265330,v0=${"0".repeat(64)},v1=${signature}`;
    const request = post({ "stripe-signature": header }, '{"id":"evt_1","object":"event"}');
    const secret = "whsec_test_secret";
    const verified = verifyInboundWebhook(request, { scheme: stripe, secret, now: 1_614_265_330 });
    await expect(verified).resolves.toBeUndefined();
  });

  it("GitHub's", async () => {
    const signature = "sha256=757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17";
    const request = post({ "x-hub-signature-256": signature }, "Hello, World!");
    const verified = verifyInboundWebhook(request, { scheme: github, secret: "It's a Secret to Everybody" });
    await expect(verified).resolves.toBeUndefined();
  });

  it("Standard Webhooks'", async () => {
    const request = post(
      {
        "webhook-id": "msg_p5jXN8AQM9LWM0D4loKWxJek",
        "webhook-timestamp": "1614265330",
        "webhook-signature": "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
      },
      '{"test": 2432232314}',
    );
    const secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
    const verified = verifyInboundWebhook(request, { scheme: standardWebhooks, secret, now: 1_614_265_330 });
    await expect(verified).resolves.toBeUndefined();
  });
});
