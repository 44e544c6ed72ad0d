import { describe, expect, it } from "vitest";
import { sign, verify, type SignatureErrorCode, type VerifyOptions } from "../index.ts";
import { refusalOf } from "../../test/refusal.fixture.ts";
import { serviceSignatureVectors } from "../../test/signature-vectors.fixture.ts";

const secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
const body = '{"eventId":"evt_1","type":"site_view"}';
const now = 1_700_000_000;
const header = await sign({ secret, body, timestamp: now });
const [timestampPart = "", signaturePart = ""] = header.split(",");

const refusal = (options: Partial<VerifyOptions>) =>
  refusalOf(verify({ secret, header, body, now, ...options }));

describe("verify", () => {
  it.each(serviceSignatureVectors)("accepts the public vector $header", async (vector) => {
    const { timestamp } = vector;
    await expect(verify({ ...vector, now: timestamp })).resolves.toEqual({ timestamp });
    await expect(sign(vector)).resolves.toBe(vector.header);
  });

  it.each<[string, VerifyOptions["header"]]>([
    ["a header in a list, as in Node.js types", [header]],
    ["parts in several headers", [timestampPart, signaturePart]],
    ["parts in any order", `${signaturePart},${timestampPart}`],
    ["unknown parts", `v0=deadbeef,${timestampPart},flag,=,x=1,${signaturePart}`],
    ["whitespace around parts", ` ${timestampPart}\t, \t${signaturePart} `],
    ["empty parts", `,${timestampPart},, ,${signaturePart},`],
    ["uppercase digits", `${timestampPart},v1=${signaturePart.slice(3).toUpperCase()}`],
    ["another v1 first", `${timestampPart},v1=${"0".repeat(64)},${signaturePart}`],
    ["a malformed v1 next to a valid one", `${timestampPart},v1=nonsense,${signaturePart}`],
  ])("accepts %s", async (_name, candidate) => {
    await expect(verify({ secret, header: candidate, body, now })).resolves.toEqual({ timestamp: now });
  });

  it("accepts the body as bytes, valid UTF-8 or not", async () => {
    const bytes = Uint8Array.of(0xff, 0x00, 0xfe);
    await expect(
      verify({ secret, header, body: new TextEncoder().encode(body), now }),
    ).resolves.toBeDefined();
    const signed = await sign({ secret, body: bytes, timestamp: now });
    await expect(verify({ secret, header: signed, body: bytes, now })).resolves.toBeDefined();
    await expect(refusal({ header: signed, body: new TextDecoder().decode(bytes) })).resolves.toMatchObject({
      code: "signature_mismatch",
    });
  });

  it("accepts either secret during a rotation", async () => {
    const rotating = await sign({ secret: ["old", "new"], body, timestamp: now });
    expect(rotating.match(/v1=/g)).toHaveLength(2);
    for (const live of ["old", "new", ["another", "new"]]) {
      await expect(verify({ secret: live, header: rotating, body, now })).resolves.toEqual({
        timestamp: now,
      });
    }
  });

  it.each<[SignatureErrorCode, string, Partial<VerifyOptions>]>([
    ["header_missing", "no header", { header: undefined }],
    ["header_missing", "a null header", { header: null }],
    ["header_missing", "an empty header", { header: " " }],
    ["header_missing", "an empty list of headers", { header: [] }],
    ["timestamp_invalid", "two headers", { header: [header, header] }],
    ["timestamp_missing", "no t", { header: signaturePart }],
    ["timestamp_invalid", "two t", { header: `${timestampPart},${header}` }],
    ["timestamp_invalid", "a signed t", { header: `t=+${now},${signaturePart}` }],
    ["timestamp_invalid", "a fractional t", { header: `t=${now}.0,${signaturePart}` }],
    ["timestamp_invalid", "whitespace before t", { header: `t= ${now},${signaturePart}` }],
    ["timestamp_invalid", "non-ASCII digits in t", { header: `t=١٧,${signaturePart}` }],
    ["timestamp_invalid", "an overlong t", { header: `t=${"9".repeat(400)},${signaturePart}` }],
    ["timestamp_invalid", "an empty t", { header: `t=,${signaturePart}` }],
    ["timestamp_invalid", "a t beyond safe integers", { header: `t=9007199254740993,${signaturePart}` }],
    ["signature_missing", "no v1", { header: timestampPart }],
    ["signature_malformed", "a v1 that is not hex", { header: `${timestampPart},v1=${"z".repeat(64)}` }],
    ["signature_malformed", "whitespace before v1", { header: header.replace("v1=", "v1= ") }],
    [
      "signature_mismatch",
      "an uppercase V1",
      { header: `${timestampPart},v1=${"0".repeat(64)},V1=${signaturePart.slice(3)}` },
    ],
    ["signature_malformed", "a truncated v1", { header: header.slice(0, -2) }],
    ["timestamp_too_old", "a signature from 301 s ago", { now: now + 301 }],
    ["timestamp_in_future", "a signature from 301 s ahead", { now: now - 301 }],
    ["timestamp_too_old", "any age with a tolerance of 0", { now: now + 1, toleranceSeconds: 0 }],
    ["signature_mismatch", "another body", { body: body.replace("evt_1", "evt_2") }],
    ["signature_mismatch", "another t", { header: `t=${now + 1},${signaturePart}` }],
    ["signature_mismatch", "another secret", { secret: "whsec_other" }],
    ["secret_missing", "an empty secret", { secret: "" }],
    ["secret_missing", "an empty list of secrets", { secret: [] }],
    ["secret_missing", "an empty secret in a list", { secret: [secret, ""] }],
    ["option_invalid", "a tolerance that is not a number", { toleranceSeconds: Number.NaN }],
    ["option_invalid", "a negative tolerance", { toleranceSeconds: -1 }],
    ["option_invalid", "a now that is not a number", { now: Number.NaN }],
  ])("throws %s for %s", async (code, _name, options) => {
    await expect(refusal(options)).resolves.toMatchObject({ code, name: "SignatureError" });
  });

  it("tolerates 300 s in either direction, and any age with Infinity", async () => {
    for (const clock of [now - 300, now + 300]) {
      await expect(verify({ secret, header, body, now: clock })).resolves.toBeDefined();
    }
    await expect(verify({ secret, header, body, toleranceSeconds: Infinity })).resolves.toBeDefined();
  });

  it("never includes a secret in a message", async () => {
    for (const wrong of [`${secret} `, `"${secret}"`, "whsec_other"]) {
      const { message } = await refusal({ secret: wrong });
      expect(message).not.toContain(wrong.trim());
    }
  });
});
