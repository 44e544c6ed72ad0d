import { EncryptJWT, jwtDecrypt } from "jose";
import type { Settings } from "@plugboard/platform";
import type { AdminToken } from "./admin-token.ts";

/** The console's sign-in: an encrypted cookie that lasts a day, or until the administrator's token is another one. */
export interface Sessions {
  readonly create: () => Promise<string>;
  readonly isValid: (cookie: string) => Promise<boolean>;
}

export const sessionLifetimeSeconds: number = 24 * 3600;
const keyBytes = 32;

export async function openSessions(
  settings: Settings,
  { fingerprint }: Pick<AdminToken, "fingerprint">,
  now: () => number,
): Promise<Sessions> {
  const text = await settings.getOrCreate("session-key", async () =>
    Buffer.from(crypto.getRandomValues(new Uint8Array(keyBytes))).toString("base64"),
  );
  const key = new Uint8Array(Buffer.from(text, "base64"));
  const subject = `admin:${fingerprint}`;
  return {
    create: async () => {
      const issuedAt = Math.floor(now() / 1000);
      return await new EncryptJWT()
        .setProtectedHeader({ alg: "dir", enc: "A256GCM" })
        .setSubject(subject)
        .setIssuedAt(issuedAt)
        .setExpirationTime(issuedAt + sessionLifetimeSeconds)
        .encrypt(key);
    },
    isValid: (cookie) =>
      jwtDecrypt(cookie, key, { subject, requiredClaims: ["exp"], currentDate: new Date(now()) }).then(
        () => true,
        () => false,
      ),
  };
}
