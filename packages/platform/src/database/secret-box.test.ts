import { randomBytes } from "node:crypto";
import { describe, expect, it } from "vitest";
import { createSecretBox } from "./secret-box.ts";

const key = randomBytes(32);
const broken = expect.objectContaining({ name: "PlatformError", code: "seal_broken" });

describe("createSecretBox", () => {
  const box = createSecretBox(key);

  it.each(["", "a", "grüße\n", "x".repeat(100_000)])("decrypts what it encrypted: %.20j", (text) => {
    expect(box.open(box.seal(text))).toBe(text);
  });

  it("encrypts the same text differently each time, and reveals nothing of it", () => {
    const text = "whsec_secret";
    const [first, second] = [box.seal(text), box.seal(text)];
    expect(first).not.toBe(second);
    expect(Buffer.from(first, "base64").includes(text)).toBe(false);
  });

  it("does not decrypt a text encrypted with another key", () => {
    const sealed = createSecretBox(randomBytes(32)).seal("secret");
    expect(() => box.open(sealed)).toThrow(broken);
  });

  it("opens what older keys sealed, and seals with the newest", () => {
    const newest = randomBytes(32);
    const rotated = createSecretBox({ current: () => [newest, key] });
    expect(rotated.open(box.seal("old"))).toBe("old");
    expect(createSecretBox(newest).open(rotated.seal("new"))).toBe("new");
  });

  it("detects a change of any single byte", () => {
    const sealed = Buffer.from(box.seal("secret"), "base64");
    for (let at = 0; at < sealed.length; at += 1) {
      const altered = Buffer.from(sealed);
      altered.writeUInt8(altered.readUInt8(at) ^ 1, at);
      expect(() => box.open(altered.toString("base64"))).toThrow(broken);
    }
  });

  // For an empty text, truncation leaves a valid nonce with the start of a valid tag.
  it.each(["secret", ""])("detects that %j was cut off at any place", (text) => {
    const sealed = Buffer.from(box.seal(text), "base64");
    for (let length = 0; length < sealed.length; length += 1)
      expect(() => box.open(sealed.subarray(0, length).toString("base64"))).toThrow(broken);
  });
});
