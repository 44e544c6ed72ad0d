import { createHmac } from "node:crypto";
import { describe, expect, it } from "vitest";
import { hmacSha256 } from "./hmac-sha256.ts";

const encodings = ["hex", "base64"] as const;
const large = new Uint8Array(new SharedArrayBuffer(100_000)).fill(7);

describe("hmacSha256", () => {
  it.each([
    ["a small body", "key", "{}"],
    ["a large text", "key", "é".repeat(40_000)],
    ["a long key", "k".repeat(100), "{}"],
    ["large bytes in shared memory", "key", large],
    ["key and body in shared memory", large.subarray(0, 100), large],
  ])("agrees with createHmac on %s", async (_what, key, body) => {
    for (const encoding of encodings) {
      const expected = createHmac("sha256", key).update("1.").update(body).digest(encoding);
      expect(await hmacSha256({ key, prefix: "1.", body, encoding })).toBe(expected);
    }
  });
});
