import { generateSecret, sign, verify, type VerifyOptions } from "../src/index.ts";
import { refusalOf } from "./refusal.fixture.ts";
import { serviceSignatureVectors, standardWebhookVectors } from "./signature-vectors.fixture.ts";
import {
  generateSigningKeyPair,
  signStandardWebhook,
  verifyStandardWebhook,
} from "../src/standard-webhooks.ts";

const secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
const body = '{"eventId":"evt_é","type":"site_view"}';
const now = 1_700_000_000;

function check(condition: boolean, what: string): void {
  if (!condition) throw new Error(`The signer does not conform: ${what}`);
}

/** Runs the signer's requirements on any runtime, without a test framework. */
export async function runSignerConformance(): Promise<void> {
  await conformToServiceSignature();
  await conformToRotationAndBytes();
  await conformToRefusals();
  await conformToStandardWebhooks();
  await conformToEd25519();
}

async function conformToServiceSignature(): Promise<void> {
  for (const { header, ...vector } of serviceSignatureVectors) {
    check((await sign(vector)) === header, `sign for the vector ${header}`);
    const verified = await verify({ ...vector, header, now: vector.timestamp });
    check(verified.timestamp === vector.timestamp, `verify for the vector ${header}`);
  }
  const generated = generateSecret();
  check(/^whsec_[A-Za-z0-9+/]{43}=$/.test(generated), "the form of a generated secret");
  check(generated !== generateSecret(), "two generated secrets differ");
}

async function conformToRotationAndBytes(): Promise<void> {
  const bytes = Uint8Array.from({ length: 256 }, (_, index) => index);
  const view = bytes.subarray(3, 200);
  const header = await sign({ secret: ["old", "new"], body: view, timestamp: now });
  for (const live of ["old", "new"]) await verify({ secret: live, header, body: view.slice(), now });
  const ofText = await sign({ secret, body, timestamp: now });
  check(
    ofText === (await sign({ secret, body: new TextEncoder().encode(body), timestamp: now })),
    "text is UTF-8",
  );
}

async function conformToRefusals(): Promise<void> {
  const header = await sign({ secret, body, timestamp: now });
  const refusals: readonly [code: string, options: Partial<VerifyOptions>][] = [
    ["header_missing", { header: null }],
    ["timestamp_missing", { header: "v1=00" }],
    ["signature_malformed", { header: `t=${now},v1=zz` }],
    ["timestamp_too_old", { now: now + 301 }],
    ["timestamp_in_future", { now: now - 301 }],
    ["signature_mismatch", { body: "{}" }],
    [
      "signature_mismatch",
      { header: header.replace(/v1=./, (start) => (start === "v1=0" ? "v1=1" : "v1=0")) },
    ],
    ["body_reserialized", { body: JSON.stringify(JSON.parse(body), undefined, 2) }],
    ["secret_has_whitespace", { secret: `${secret}\n` }],
    ["wrong_secret", { secret: `"${secret}"` }],
    ["secret_missing", { secret: "" }],
  ];
  for (const [code, options] of refusals) {
    const refusal = await refusalOf(verify({ secret, header, body, now, ...options }));
    check(refusal.code === code, `${code} expected, but got ${refusal.code}`);
  }
}

async function conformToStandardWebhooks(): Promise<void> {
  for (const { signature, ...vector } of standardWebhookVectors) {
    const headers = await signStandardWebhook(vector);
    check(headers["webhook-signature"] === signature, `the Standard Webhooks vector ${vector.id}`);
    await verifyStandardWebhook({ ...vector, headers: new Headers({ ...headers }), now: vector.timestamp });
    const refusal = await refusalOf(
      verifyStandardWebhook({ ...vector, headers, body: "{}", now: vector.timestamp }),
    );
    check(refusal.code === "signature_mismatch", `another body for ${vector.id}`);
  }
}

async function conformToEd25519(): Promise<void> {
  const { privateKey, publicKey } = await generateSigningKeyPair();
  const headers = await signStandardWebhook({ secret: privateKey, id: "evt_1", body, timestamp: now });
  await verifyStandardWebhook({ secret: publicKey, headers, body, now });
  const refusal = await refusalOf(verifyStandardWebhook({ secret: publicKey, headers, body: "{}", now }));
  check(refusal.code === "signature_mismatch", "an Ed25519 signature of another body");
}
