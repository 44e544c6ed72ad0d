import {
  array,
  assert,
  asyncProperty,
  constantFrom,
  integer,
  oneof,
  string,
  tuple,
  uint8Array,
} from "fast-check";
import { describe, expect, it } from "vitest";
import { sign, SignatureError, verify } from "../src/index.ts";
import { signStandardWebhook, verifyStandardWebhook } from "../src/standard-webhooks.ts";

const secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
const now = 1_700_000_000;
const anyText = string({ unit: "binary" });
const anyBody = oneof(anyText, uint8Array({ maxLength: 512 }));
const anySecret = string({ unit: "binary", minLength: 1 }).filter((text) => text.trim() !== "");

// Partly valid headers find more bugs than pure noise.
const headerPart = constantFrom(
  "t",
  "v1",
  "=",
  ",",
  " ",
  `t=${now}`,
  `v1=${"a".repeat(64)}`,
  "v1=zz",
  "v0=1",
  "t=",
);
const anyHeader = oneof(
  anyText,
  array(oneof(headerPart, anyText)).map((parts) => parts.join("")),
);

describe("verify", () => {
  it("accepts any body that was signed with any secret", async () => {
    await assert(
      asyncProperty(anyBody, anySecret, integer({ min: 0, max: 2 ** 40 }), async (body, key, timestamp) => {
        const header = await sign({ secret: key, body, timestamp });
        expect(await verify({ secret: key, header, body, now: timestamp })).toEqual({ timestamp });
      }),
    );
  });

  it("rejects a body after any change of one byte", async () => {
    const anyChange = integer({ min: 1, max: 255 });
    await assert(
      asyncProperty(
        uint8Array({ minLength: 1, maxLength: 512 }),
        integer({ min: 0 }),
        anyChange,
        async (body, at, change) => {
          const header = await sign({ secret, body, timestamp: now });
          const headers = await signStandardWebhook({ secret, id: "evt_1", body, timestamp: now });
          const changed = body.with(at % body.length, (body[at % body.length] ?? 0) ^ change);
          await expect(verify({ secret, header, body: changed, now })).rejects.toThrow(SignatureError);
          await expect(verifyStandardWebhook({ secret, headers, body: changed, now })).rejects.toThrow(
            SignatureError,
          );
        },
      ),
    );
  });

  it("rejects a signature after any change of one digit", async () => {
    const header = await sign({ secret, body: "{}", timestamp: now });
    const start = header.indexOf("v1=") + "v1=".length;
    const anyDigit = constantFrom(..."0123456789abcdefxyz".split(""));
    await assert(
      asyncProperty(integer({ min: start, max: header.length - 1 }), anyDigit, async (at, digit) => {
        const changed = `${header.slice(0, at)}${digit}${header.slice(at + 1)}`;
        if (changed === header) return;
        await expect(verify({ secret, header: changed, body: "{}", now })).rejects.toThrow(SignatureError);
      }),
    );
  });

  it("accepts a header if and only if it has one timestamp and the right signature", async () => {
    const body = '{"eventId":"evt_1"}';
    const header = await sign({ secret, body, timestamp: now });
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
    const anyFullHeader = oneof(
      { weight: 1, arbitrary: string({ unit: "binary" }) },
      {
        weight: 4,
        arbitrary: tuple(array(anyPart, { maxLength: 4 }), anySeparator).map(([parts, separator]) =>
          parts.join(separator),
        ),
      },
    );
    const anySignedBody = oneof(
      { weight: 4, arbitrary: constantFrom(body) },
      uint8Array().map((bytes) => bytes.slice()),
    );
    let accepted = 0;
    await assert(
      asyncProperty(anyFullHeader, anySignedBody, async (value, received) => {
        const verified = await verify({ secret, header: value, body: received, now }).then(
          () => true,
          () => false,
        );
        const parts = value.split(",").map((entry) => entry.trim());
        const times = parts.filter((entry) => entry.startsWith("t="));
        const isSigned =
          times.length === 1 &&
          times[0] === `t=${now}` &&
          parts.some((entry) => entry.startsWith("v1=") && entry.toLowerCase() === `v1=${digits}`) &&
          received === body;
        expect(verified).toBe(isSigned);
        accepted += Number(verified);
      }),
      { numRuns: 2000 },
    );
    // Without it, a check that rejects everything would pass.
    expect(accepted).toBeGreaterThan(20);
  });

  it("throws only SignatureError, whatever the header", async () => {
    await assert(
      asyncProperty(anyHeader, anyBody, async (header, body) => {
        await expect(verify({ secret, header, body, now })).rejects.toThrow(SignatureError);
      }),
      { numRuns: 300 },
    );
  });
});

describe("verifyStandardWebhook", () => {
  it("accepts any body that was signed", async () => {
    await assert(
      asyncProperty(anyBody, async (body) => {
        const headers = await signStandardWebhook({ secret, id: "evt_1", body, timestamp: now });
        expect(await verifyStandardWebhook({ secret, headers, body, now })).toEqual({
          id: "evt_1",
          timestamp: now,
        });
      }),
    );
  });

  it("throws only SignatureError, whatever the headers", async () => {
    const part = constantFrom(
      "v1,",
      "v1a,",
      " ",
      `v1,${"A".repeat(43)}=`,
      `v1a,${"A".repeat(86)}==`,
      "=",
      `${now}`,
    );
    const anyValue = oneof(
      anyText,
      array(oneof(part, anyText)).map((parts) => parts.join("")),
    );
    const anyTimestamp = oneof(anyValue, constantFrom(`${now}`));
    await assert(
      asyncProperty(anyValue, anyTimestamp, anyValue, async (id, timestamp, signature) => {
        const headers = { "webhook-id": id, "webhook-timestamp": timestamp, "webhook-signature": signature };
        await expect(verifyStandardWebhook({ secret, headers, body: "{}", now })).rejects.toThrow(
          SignatureError,
        );
      }),
      { numRuns: 300 },
    );
  });
});
