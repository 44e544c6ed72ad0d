import { array, assert, asyncProperty, constantFrom, oneof, string, tuple, uint8Array } from "fast-check";
import { describe, expect, it } from "vitest";
import { findSignatureFault } from "./check.ts";
import { sign, verify } from "./index.ts";

const secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
const now = 1_700_000_000;
const body = '{"eventId":"evt_1"}';
const header = await sign({ secret, body, timestamp: now });
const check = { secrets: [secret], header, body, toleranceSeconds: 300, now };

describe("findSignatureFault", () => {
  it.each([
    ["text", body],
    ["bytes", new TextEncoder().encode(body)],
  ])("finds none when %s was signed", async (_kind, signed) => {
    expect(await findSignatureFault({ ...check, body: signed })).toBeUndefined();
  });

  it("accepts a match with any secret of a rotation", async () => {
    const secrets = ["whsec_new", secret];
    expect(await findSignatureFault({ ...check, secrets })).toBeUndefined();
  });

  it.each([
    ["no header", { header: null }, /missing/],
    ["a header without a time", { header: header.replace(/^t=\d+,/, "") }, /not t=/],
    ["a header without a signature", { header: `t=${now}` }, /no signature matches/],
    ["two times", { header: `t=${now - 1},${header}` }, /no signature matches/],
    [
      "a signature that is too old",
      { now: now + 301 },
      /signed at 1700000000, .* within 300 s of 1700000301/,
    ],
    ["a signature from the future", { now: now - 301 }, /signed at/],
    ["a tolerance that is no number", { toleranceSeconds: Number.NaN }, /within NaN s/],
    ["a clock that is no number", { now: Number.NaN, toleranceSeconds: Number.POSITIVE_INFINITY }, /of NaN/],
    ["another secret", { secrets: ["whsec_other"] }, /no signature matches/],
    ["another body", { body: "{}" }, /no signature matches/],
    ["no secret", { secrets: [] }, /no secret is set/],
  ])("says what is wrong with %s", async (_what, options, fault) => {
    expect(await findSignatureFault({ ...check, ...options })).toMatch(fault);
  });

  it("lets nobody sign with a blank secret", async () => {
    for (const blank of [" ", "\n"]) {
      const { createHmac } = await import("node:crypto");
      const forged = createHmac("sha256", blank).update(`${now}.${body}`).digest("hex");
      const signature = `t=${now},v1=${forged}`;
      expect(await findSignatureFault({ ...check, secrets: [blank], header: signature })).toBeDefined();
    }
  });

  it("accepts what verify accepts, and nothing that is not signed", async () => {
    const digits = header.slice(header.indexOf("v1=") + 3);
    const rightPart = constantFrom(`t=${now}`, `v1=${digits}`, `v1=${digits.toUpperCase()}`);
    const wrongPart = constantFrom(
      `t=0${now}`,
      `t=${now - 400}`,
      "t=",
      `v1=${digits.slice(1)}`,
      `V1=${digits}`,
      `v1=${"a".repeat(64)}`,
      "v0=1",
      "",
    );
    const anyPart = oneof({ weight: 8, arbitrary: rightPart }, { weight: 2, arbitrary: wrongPart }, string());
    const anySeparator = constantFrom(",", " ,", ", ", "\t,\t");
    const anyHeader = oneof(
      { weight: 1, arbitrary: string({ unit: "binary" }) },
      {
        weight: 4,
        arbitrary: tuple(array(anyPart, { maxLength: 4 }), anySeparator).map(([parts, separator]) =>
          parts.join(separator),
        ),
      },
    );
    const anyBody = oneof(
      { weight: 4, arbitrary: constantFrom(body) },
      uint8Array().map((bytes) => bytes.slice()),
    );
    const anyTolerance = constantFrom(0, 300, Number.POSITIVE_INFINITY, -1, Number.NaN);
    let accepted = 0;
    await assert(
      asyncProperty(anyHeader, anyBody, anyTolerance, async (value, received, toleranceSeconds) => {
        const options = { header: value, body: received, toleranceSeconds, now };
        const verified = await verify({ secret, ...options }).then(
          () => true,
          () => false,
        );
        const fault = await findSignatureFault({ secrets: [secret], ...options });
        const parts = value.split(",").map((entry) => entry.trim().toLowerCase());
        const isSigned = parts.includes(`t=${now}`) && parts.includes(`v1=${digits}`) && received === body;
        expect(isSigned || fault !== undefined).toBe(true);
        expect(fault === undefined || !verified).toBe(true);
        accepted += Number(verified);
      }),
      { numRuns: 2000 },
    );
    // Otherwise it would hold of a check that refuses everything.
    expect(accepted).toBeGreaterThan(20);
  });
});
