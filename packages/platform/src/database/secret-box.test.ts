import { randomBytes } from "node:crypto";
import { describe, expect, it } from "vitest";
import { createSecretBox } from "./secret-box.ts";

const key = randomBytes(32);
const broken = expect.objectContaining({ name: "PlatformError", code: "decryption_failed" });

describe("createSecretBox", () => {
  const box = createSecretBox(key);

  it.each(["", "a", "grüße\n", "x".repeat(100_000)])("decrypts what it encrypted: %.20j", (text) => {
    expect(box.decrypt(box.encrypt(text))).toBe(text);
  });

  it("encrypts the same text differently each time, and reveals none of it", () => {
    const text = "whsec_secret";
    const [first, second] = [box.encrypt(text), box.encrypt(text)];
    expect(first).not.toBe(second);
    expect(Buffer.from(first, "base64").includes(text)).toBe(false);
  });

  it("does not decrypt a text encrypted with another key", () => {
    const encrypted = createSecretBox(randomBytes(32)).encrypt("secret");
    expect(() => box.decrypt(encrypted)).toThrow(broken);
  });

  it.each([undefined, null, "c2VjcmV0", {}])("says what to pass instead of %j", (wrong) => {
    expect(() => Reflect.apply(createSecretBox, null, [wrong])).toThrow(
      expect.objectContaining({
        code: "invalid_definition",
        message: expect.stringContaining("a key of 32 bytes as a Uint8Array"),
      }),
    );
  });

  it("decrypts with older keys, and encrypts with the newest", () => {
    const newest = randomBytes(32);
    const rotated = createSecretBox({ current: () => [newest, key] });
    expect(rotated.decrypt(box.encrypt("old"))).toBe("old");
    expect(createSecretBox(newest).decrypt(rotated.encrypt("new"))).toBe("new");
  });

  it.each([0, 16, 33])("rejects a key of %i bytes", (length) => {
    expect(() => createSecretBox(new Uint8Array(length))).toThrow(
      `A key has ${length} bytes, but must have 32.`,
    );
  });

  it("detects a change of any single byte", () => {
    const encrypted = Buffer.from(box.encrypt("secret"), "base64");
    for (let at = 0; at < encrypted.length; at += 1) {
      const altered = Buffer.from(encrypted);
      altered.writeUInt8(altered.readUInt8(at) ^ 1, at);
      expect(() => box.decrypt(altered.toString("base64"))).toThrow(broken);
    }
  });

  // For an empty string, truncation leaves a valid nonce with the start of a valid tag.
  it.each(["secret", ""])("detects that %j was truncated anywhere", (text) => {
    const encrypted = Buffer.from(box.encrypt(text), "base64");
    for (let length = 0; length < encrypted.length; length += 1)
      expect(() => box.decrypt(encrypted.subarray(0, length).toString("base64"))).toThrow(broken);
  });
});
