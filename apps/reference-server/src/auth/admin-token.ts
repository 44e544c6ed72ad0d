import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import type { Settings } from "../storage/settings.ts";

/** Checks the administrator's token. */
export interface AdminToken {
  readonly matches: (token: string) => boolean;
  /** The token itself when this start made it, to be shown once. */
  readonly generated?: string;
}

const hashSetting = "admin-token-hash";

/**
 * Takes the configured token, or the one made at the first start, of which only a hash is kept. A configured token
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
  const expected = Buffer.from(stored, "hex");
  if (generated !== undefined && expected.equals(hash(generated)))
    return { ...createCheck(expected), generated };
  return createCheck(expected);
}

function createCheck(expected: Buffer): AdminToken {
  return { matches: (token) => timingSafeEqual(hash(token), expected) };
}

function hash(token: string): Buffer {
  return createHash("sha256").update(token).digest();
}
