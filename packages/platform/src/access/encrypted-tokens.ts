import { EncryptJWT, errors, type JWTPayload, jwtDecrypt } from "jose";
import type { Settings } from "../database/settings.ts";

/** Encrypted tokens for one audience and a limited time, which only this platform can read. */
export interface EncryptedTokens {
  readonly encrypt: (
    claims: Readonly<Record<string, unknown>>,
    audience: string,
    lifetimeSeconds: number,
  ) => Promise<{ readonly token: string /** Unix time in milliseconds. */; readonly expiresAt: number }>;
  /**
   * Returns the contents of a token, `expired`, or `foreign` if it was issued elsewhere or for another
   * audience.
   */
  readonly decrypt: (token: string, audience: string) => Promise<JWTPayload | "expired" | "foreign">;
}

const encryption = { alg: "dir", enc: "A256GCM" } as const;
const keyBytes = 32;

/**
 * Opens the tokens with the key in the named setting, and creates the key on the first start.
 *
 * @example
 * import { createSettings, openEncryptedTokens, type Platform } from "@plugboard/platform";
 *
 * declare const platform: Platform;
 * const settings = createSettings(platform.db, platform.secretBox);
 * const sessions = await openEncryptedTokens(settings, "session_key", Date.now);
 * console.log(await sessions.decrypt("no token", "console")); // "foreign"
 */
export async function openEncryptedTokens(
  settings: Settings,
  keyName: string,
  now: () => number,
): Promise<EncryptedTokens> {
  const text = await settings.getOrCreate(keyName, async () =>
    Buffer.from(crypto.getRandomValues(new Uint8Array(keyBytes))).toString("base64"),
  );
  const key = new Uint8Array(Buffer.from(text, "base64"));
  return {
    encrypt: async (claims, audience, lifetimeSeconds) => {
      const expiresAtSeconds = Math.floor(now() / 1000) + lifetimeSeconds;
      const token = await new EncryptJWT({ ...claims })
        .setProtectedHeader(encryption)
        .setAudience(audience)
        .setJti(crypto.randomUUID())
        .setExpirationTime(expiresAtSeconds)
        .encrypt(key);
      return { token, expiresAt: expiresAtSeconds * 1000 };
    },
    decrypt: async (token, audience) => {
      try {
        const { payload } = await jwtDecrypt(token, key, {
          audience,
          requiredClaims: ["exp", "jti"],
          keyManagementAlgorithms: [encryption.alg],
          contentEncryptionAlgorithms: [encryption.enc],
          currentDate: new Date(now()),
        });
        return payload;
      } catch (error) {
        return error instanceof errors.JWTExpired ? "expired" : "foreign";
      }
    },
  };
}
