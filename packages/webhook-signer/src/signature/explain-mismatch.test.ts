import { createHmac } from "node:crypto";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { generateSecret, sign, verify, type SignatureErrorCode } from "../index.ts";
import { refusalOf } from "../../test/refusal.fixture.ts";

const secret = generateSecret();
const now = 1_700_000_000;
const event = { eventId: "evt_1", type: "page_feedback", feedback: { rating: "good", comment: "é" } };
const compact = JSON.stringify(event);
const indented = JSON.stringify(event, undefined, 2);
const decodedSecret = Buffer.from(secret.slice("whsec_".length), "base64");

const explain = async (
  sent: string,
  secretUsed: string,
  received: string | Uint8Array,
  secretGiven: string,
) =>
  refusalOf(
    verify({
      secret: secretGiven,
      header: await sign({ secret: secretUsed, body: sent, timestamp: now }),
      body: received,
      now,
    }),
  );

describe("a mismatch", () => {
  it.each([
    ["reindented", compact, indented],
    ["minified", indented, compact],
    ["respaced", compact, JSON.stringify(event, undefined, "\t")],
    ["sent with a trailing newline", compact, `${compact}\n`],
    ["received as bytes", compact, new TextEncoder().encode(indented)],
  ])("recognizes a body that was %s", async (_name, sent, received) => {
    await expect(explain(sent, secret, received, secret)).resolves.toMatchObject({
      code: "body_reserialized",
      message: expect.stringContaining("raw request body"),
    });
  });

  it.each<[SignatureErrorCode, string, string, string]>([
    ["secret_has_whitespace", "whitespace around the secret", secret, ` ${secret}\n`],
    ["wrong_secret", "quotes around the secret", secret, `"${secret}"`],
    ["wrong_secret", "a secret without its prefix", secret, secret.slice("whsec_".length)],
    ["signature_mismatch", "another secret", secret, generateSecret()],
  ])("returns %s for %s", async (code, _name, used, given) => {
    await expect(explain(compact, used, compact, given)).resolves.toMatchObject({ code });
  });

  it("recognizes a sender that decodes the secret first", async () => {
    const signature = createHmac("sha256", decodedSecret).update(`${now}.${compact}`).digest("hex");
    const refusal = refusalOf(verify({ secret, header: `t=${now},v1=${signature}`, body: compact, now }));
    await expect(refusal).resolves.toMatchObject({
      code: "wrong_secret",
      message: expect.stringContaining("base64"),
    });
  });

  it("finds the cause with any of several secrets", async () => {
    const header = await sign({ secret, body: compact, timestamp: now });
    const refusal = refusalOf(verify({ secret: ["other", secret], header, body: indented, now }));
    await expect(refusal).resolves.toMatchObject({ code: "body_reserialized" });
  });

  it.each([
    ["a changed body", compact.replace("good", "bad")],
    ["a body that is not JSON", "not JSON"],
    ["a body nested too deeply to serialize", "[".repeat(30_000) + "]".repeat(30_000)],
    ["a body too long to explain", JSON.stringify("x".repeat(70_000))],
  ])("names no cause for %s", async (_name, received) => {
    await expect(explain(compact, secret, received, secret)).resolves.toMatchObject({
      code: "signature_mismatch",
    });
  });

  it("uses at most a few megabytes for any nesting of an untrusted body", async () => {
    const stringify = vi.spyOn(JSON, "stringify");
    onTestFinished(() => stringify.mockRestore());
    for (const depth of [10, 32, 33, 1000, 4000]) {
      // Each leaf gets its own line, indented as deeply as it is nested.
      const leaves = "1,".repeat((65_000 - 2 * depth) / 2);
      const body = `${"[".repeat(depth)}${leaves}1${"]".repeat(depth)}`;
      await expect(explain(compact, secret, body, secret)).resolves.toMatchObject({
        code: "signature_mismatch",
      });
    }
    const longest = Math.max(...stringify.mock.results.map(({ value }) => String(value).length));
    expect(longest).toBeLessThan(4_000_000);
  });

  it("never repeats the secret", async () => {
    for (const given of [`${secret} `, `"${secret}"`, generateSecret()]) {
      const { message } = await explain(compact, secret, compact, given);
      expect(message).not.toContain(given.slice("whsec_".length, -2));
    }
  });
});

describe("a body that is not raw", () => {
  it.each([
    ["an object", event, "of type object"],
    ["nothing", undefined, "of type undefined"],
    ["an ArrayBuffer", new ArrayBuffer(1), "string or Uint8Array"],
    ["a number", 1, "of type number"],
  ])("rejects a body %s with a hint", async (_name, body, hint) => {
    // Simulates a plain JavaScript caller, or a body of type any.
    const options = JSON.parse(JSON.stringify({ secret, header: `t=${now},v1=${"0".repeat(64)}` }));
    const refusal = await refusalOf(verify({ ...options, body, now }));
    expect(refusal.code).toBe("body_not_raw");
    expect(refusal.message).toContain(hint);
  });
});
