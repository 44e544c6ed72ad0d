import { Buffer } from "node:buffer";
import { createHmac, hash } from "node:crypto";
import { assert, constantFrom, oneof, property, string, uint8Array } from "fast-check";
import { describe, expect, it } from "vitest";
import { createOneShotHmac } from "./one-shot-hmac.ts";

const oneShotHmac = createOneShotHmac(hash, Buffer);
const anyText = string({ unit: "binary" });

describe("createOneShotHmac", () => {
  it("agrees with createHmac on any short key and message", () => {
    const anyKey = oneof(string({ unit: "binary", maxLength: 16 }), uint8Array({ maxLength: 64 }));
    const anyBody = oneof(anyText, uint8Array({ maxLength: 2000 }), constantFrom("é".repeat(8000)));
    assert(
      property(anyKey, anyText, anyBody, constantFrom("hex", "base64"), (key, prefix, body, encoding) => {
        const expected = createHmac("sha256", key).update(prefix).update(body).digest(encoding);
        expect(oneShotHmac({ key, prefix, body, encoding })).toBe(expected);
      }),
      { numRuns: 1000 },
    );
  });

  it("pads each key afresh, however they alternate", () => {
    const bytes = Uint8Array.of(1, 2, 3);
    const bodies = ["b", new Uint8Array(0), "a longer body"];
    for (const key of ["one", "another", "one", "k", "", bytes, "one", "one", bytes]) {
      for (const body of bodies) {
        const expected = createHmac("sha256", key).update(body).digest("hex");
        expect(oneShotHmac({ key, prefix: "", body, encoding: "hex" })).toBe(expected);
      }
      bytes[0] = (bytes[0] ?? 0) + 1;
    }
  });

  it("is not confused by a key it left to createHmac", () => {
    const input = { prefix: "1.", body: "{}", encoding: "hex" } as const;
    const before = oneShotHmac({ key: "k", ...input });
    expect(oneShotHmac({ key: "k".repeat(65), ...input })).toBeUndefined();
    expect(oneShotHmac({ key: "other", ...input, body: new Uint8Array(65_537) })).toBeUndefined();
    expect(oneShotHmac({ key: "k", ...input })).toBe(before);
  });

  it.each([
    ["a key over a block", { key: "k".repeat(65), body: "" }],
    ["a key over a block in UTF-8", { key: "é".repeat(33), body: "" }],
    ["a body that may be over 64 KiB in UTF-8", { key: "k", body: "b".repeat(22_000) }],
    ["bytes over 64 KiB", { key: "k", body: new Uint8Array(65_537) }],
  ])("leaves %s to createHmac", (_name, input) => {
    expect(oneShotHmac({ prefix: "", encoding: "hex", ...input })).toBeUndefined();
  });
});
