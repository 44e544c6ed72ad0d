import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import type { Settings } from "@plugboard/platform";

/** Checks the administrator token. */
export interface AdminToken {
  readonly matches: (token: string) => boolean;
  /** Identifies the token without revealing it. */
  readonly fingerprint: string;
  /** The token if this start generated it, to be shown once. */
  readonly generated?: string;
}

const hashSetting = "admin-token-hash";

/**
 * Returns the configured token, or the one generated at the first start. Only a hash is stored. A configured
 * token replaces the stored one.
 */
export async function openAdminToken(
  settings: Settings,
  configured: string | undefined,
): Promise<AdminToken> {
  if (configured !== undefined) {
    await settings.put(hashSetting, hash(configured).toString("hex"));
    return createCheck(hash(configured));
  }
  let generated: string | undefined;
  const stored = await settings.getOrCreate(hashSetting, async () => {
    generated = `admin_${randomBytes(24).toString("base64url")}`;
    return hash(generated).toString("hex");
  });
  const check = createCheck(Buffer.from(stored, "hex"));
  // If another server stored its token first, that token is used.
  return generated !== undefined && check.matches(generated) ? { ...check, generated } : check;
}

function createCheck(expected: Buffer): AdminToken {
  return {
    matches: (token) => timingSafeEqual(hash(token), expected),
    fingerprint: expected.toString("hex"),
  };
}

function hash(token: string): Buffer {
  return createHash("sha256").update(token).digest();
}
