import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import type { Settings } from "@plugboard/platform";

/** Checks the administrator's token. */
export interface AdminToken {
  readonly matches: (token: string) => boolean;
  /** Distinguishes this token from every other one without giving it away. */
  readonly fingerprint: string;
  /** The token itself when this start made it, to be shown once. */
  readonly generated?: string;
}

const hashSetting = "admin-token-hash";

/**
 * Takes the configured token, or the one generated at the first start, of which only a hash is kept. A configured token
 * replaces what was kept.
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
  // Another server may have been quicker; then its token counts, and this one is nobody's.
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
