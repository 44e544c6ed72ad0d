import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from "node:zlib";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { decodeBody } from "./response-body.ts";

const text = "a body that differs from its compressed form";
const plain = Buffer.from(text);

test.each([
  ["gzip", gzipSync(plain)],
  ["x-gzip", gzipSync(plain)],
  ["GZIP", gzipSync(plain)],
  ["deflate", deflateSync(plain)],
  ["deflate", deflateRawSync(plain)],
  ["br", brotliCompressSync(plain)],
  ["gzip, br", brotliCompressSync(gzipSync(plain))],
  ["identity", plain],
  ["utf-8", plain],
  // Names that every object has.
  ["__proto__", plain],
  ["constructor", plain],
  ["", plain],
])("a body in %j is decoded", async (encoding, bytes) => {
  const body = await decodeBody({ bytes, isComplete: true }, encoding, 65_536);
  expect(body.isComplete).toBe(true);
  expect(Buffer.from(body.bytes).toString()).toBe(text);
});

test.each(["gzip", "deflate", "br"])("a body that is not %s is incomplete", async (encoding) => {
  const body = await decodeBody({ bytes: plain, isComplete: true }, encoding, 65_536);
  expect(body.isComplete).toBe(false);
});

test.each([
  ["gzip", gzipSync(Buffer.alloc(50_000_000))],
  ["deflate", deflateSync(Buffer.alloc(50_000_000))],
  ["br", brotliCompressSync(Buffer.alloc(50_000_000))],
  ["gzip, gzip", gzipSync(gzipSync(Buffer.alloc(50_000_000)))],
])("a decompression bomb in %s is truncated at the limit", async (encoding, bytes) => {
  const body = await decodeBody({ bytes, isComplete: true }, encoding, 1_000);
  expect(body.bytes.length).toBeLessThanOrEqual(1_000);
  expect(body.isComplete).toBe(false);
});

test("a truncated body keeps the part before the end", async () => {
  const whole = Buffer.from(Array.from({ length: 5_000 }, (_, index) => `line ${index}`).join("\n"));
  const bytes = gzipSync(whole).subarray(0, 8_000);
  const body = await decodeBody({ bytes, isComplete: false }, "gzip", 65_536);
  expect(body.isComplete).toBe(false);
  expect(body.bytes.length).toBeGreaterThan(1_000);
  expect(whole.subarray(0, body.bytes.length).equals(body.bytes)).toBe(true);
});

test("decoding ends within the limit for any bytes and encodings", async () => {
  const codings = fc.array(fc.constantFrom("gzip", "deflate", "br", "identity", "zstd"), { maxLength: 6 });
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ maxLength: 500 }), codings, async (bytes, codings) => {
      const body = await decodeBody({ bytes, isComplete: true }, codings.join(","), 500);
      expect(body.bytes.length).toBeLessThanOrEqual(500);
    }),
  );
});
