import { createPrivateKey, createPublicKey, sign as signByNode, verify as verifyByNode } from "node:crypto";
import { describe, expect, it } from "vitest";
import { generateSecret, type SignatureErrorCode } from "../index.ts";
import { refusalOf } from "../../test/refusal.fixture.ts";
import { standardWebhookVectors } from "../../test/signature-vectors.fixture.ts";
import {
  generateSigningKeyPair,
  signStandardWebhook,
  verifyStandardWebhook,
  type VerifyStandardWebhookOptions,
} from "../standard-webhooks.ts";

const secret = generateSecret();
const keyPair = await generateSigningKeyPair();
const id = "evt_1";
const body = '{"eventId":"evt_1","type":"site_view"}';
const now = 1_700_000_000;
const headers = await signStandardWebhook({ secret, id, body, timestamp: now });

const refusal = (options: Partial<VerifyStandardWebhookOptions>) =>
  refusalOf(verifyStandardWebhook({ secret, headers, body, now, ...options }));

describe("verifyStandardWebhook", () => {
  it.each(standardWebhookVectors)("agrees with the public vector $id", async ({ signature, ...vector }) => {
    const signed = await signStandardWebhook(vector);
    expect(signed["webhook-signature"]).toBe(signature);
    await expect(
      verifyStandardWebhook({ ...vector, headers: signed, now: vector.timestamp }),
    ).resolves.toEqual({ id: vector.id, timestamp: vector.timestamp });
  });

  it("accepts headers from the web and from Node.js", async () => {
    const nodeHeaders = { ...headers, accept: undefined, cookie: ["a=1"] };
    const upperCase = Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [name.toUpperCase(), value]),
    );
    for (const source of [new Headers({ ...headers }), nodeHeaders, upperCase]) {
      await expect(verifyStandardWebhook({ secret, headers: source, body, now })).resolves.toEqual({
        id,
        timestamp: now,
      });
    }
  });

  it("accepts either key during a rotation, even of different kinds", async () => {
    const other = generateSecret();
    const rotating = await signStandardWebhook({
      secret: [other, keyPair.privateKey],
      id,
      body,
      timestamp: now,
    });
    expect(rotating["webhook-signature"]).toMatch(/^v1,[^ ]{44} v1a,[^ ]{88}$/);
    for (const live of [other, keyPair.publicKey, [secret, keyPair.publicKey]]) {
      await expect(verifyStandardWebhook({ secret: live, headers: rotating, body, now })).resolves.toEqual({
        id,
        timestamp: now,
      });
    }
  });

  it("agrees with node:crypto on Ed25519 in both directions", async () => {
    const seedAndPublic = Buffer.from(keyPair.privateKey.slice("whsk_".length), "base64");
    const jwk = {
      kty: "OKP",
      crv: "Ed25519",
      d: seedAndPublic.subarray(0, 32).toString("base64url"),
      x: seedAndPublic.subarray(32).toString("base64url"),
    };
    const content = Buffer.from(`${id}.${now}.${body}`);
    const ours = await signStandardWebhook({ secret: keyPair.privateKey, id, body, timestamp: now });
    const ourSignature = Buffer.from(ours["webhook-signature"].slice("v1a,".length), "base64");
    expect(verifyByNode(null, content, createPublicKey({ key: jwk, format: "jwk" }), ourSignature)).toBe(
      true,
    );

    const theirs = signByNode(null, content, createPrivateKey({ key: jwk, format: "jwk" })).toString(
      "base64",
    );
    const theirHeaders = { ...ours, "webhook-signature": `v1a,${theirs}` };
    await expect(
      verifyStandardWebhook({ secret: keyPair.publicKey, headers: theirHeaders, body, now }),
    ).resolves.toBeDefined();
  });

  it("derives the key pair of RFC 8032 section 7.1, test 1, from its seed", async () => {
    const seed = Buffer.from("9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60", "hex");
    const publicKey = Buffer.from("d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a", "hex");
    const signed = await signStandardWebhook({
      secret: `whsk_${seed.toString("base64")}`,
      id,
      body,
      timestamp: now,
    });
    await expect(
      verifyStandardWebhook({ secret: `whpk_${publicKey.toString("base64")}`, headers: signed, body, now }),
    ).resolves.toBeDefined();
  });

  const v1a = `v1a,${"A".repeat(86)}==`;
  it.each<[SignatureErrorCode, string, Partial<VerifyStandardWebhookOptions>]>([
    ["header_missing", "no webhook-id", { headers: { ...headers, "webhook-id": undefined } }],
    ["header_missing", "a repeated webhook-id", { headers: { ...headers, "webhook-id": ["a", "b"] } }],
    [
      "timestamp_invalid",
      "a timestamp in ISO 8601",
      { headers: { ...headers, "webhook-timestamp": "2023-11-14" } },
    ],
    ["timestamp_too_old", "a signature from 301 s ago", { now: now + 301 }],
    ["timestamp_in_future", "a signature from 301 s ahead", { now: now - 301 }],
    [
      "signature_missing",
      "only a v1a for a symmetric secret",
      { headers: { ...headers, "webhook-signature": v1a } },
    ],
    ["signature_missing", "only a v1 for a public key", { secret: keyPair.publicKey }],
    ["signature_malformed", "a truncated v1", { headers: { ...headers, "webhook-signature": "v1,AAAA" } }],
    [
      "signature_malformed",
      "a v1 that is not base64",
      { headers: { ...headers, "webhook-signature": "v1,%%%%" } },
    ],
    ["signature_mismatch", "another id", { headers: { ...headers, "webhook-id": "evt_2" } }],
    ["signature_mismatch", "another body", { body: body.replace("evt_1", "evt_2") }],
    [
      "signature_mismatch",
      "a v1a of another key",
      { secret: keyPair.publicKey, headers: { ...headers, "webhook-signature": v1a } },
    ],
    ["body_reserialized", "reserialized JSON", { body: JSON.stringify(JSON.parse(body), undefined, 4) }],
    ["secret_invalid", "a private key", { secret: keyPair.privateKey }],
    ["secret_invalid", "a secret that is not base64", { secret: "whsec_%" }],
    ["secret_invalid", "whitespace around the secret", { secret: `${secret}\n` }],
    ["secret_invalid", "a truncated public key", { secret: "whpk_AAAA" }],
    ["secret_missing", "an empty secret", { secret: "" }],
  ])("throws %s for %s", async (code, _name, options) => {
    await expect(refusal(options)).resolves.toMatchObject({ code });
  });
});

describe("signStandardWebhook", () => {
  it.each([
    ["a period in the id", { id: "evt.1" }, "option_invalid"],
    ["a line break in the id", { id: "evt\n1" }, "option_invalid"],
    ["a public key", { secret: keyPair.publicKey }, "secret_invalid"],
    ["a timestamp in milliseconds with a fraction", { timestamp: 1.5 }, "option_invalid"],
  ])("rejects %s", async (_name, options, code) => {
    await expect(signStandardWebhook({ secret, id, body, ...options })).rejects.toMatchObject({ code });
  });
});
