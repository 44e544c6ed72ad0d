import { jwtDecrypt, EncryptJWT } from "jose";
import type { Settings } from "../storage/settings.ts";

/** The console's sign-in: an encrypted cookie that lasts a day. */
export interface Sessions {
  readonly create: () => Promise<string>;
  readonly isValid: (cookie: string) => Promise<boolean>;
}

export const sessionLifetimeSeconds: number = 24 * 3600;
const subject = "admin";

export async function openSessions(settings: Settings): Promise<Sessions> {
  const text = await settings.getOrCreate("session-key", async () =>
    Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString("base64"),
  );
  const key = new Uint8Array(Buffer.from(text, "base64"));
  return {
    create: () =>
      new EncryptJWT()
        .setProtectedHeader({ alg: "dir", enc: "A256GCM" })
        .setSubject(subject)
        .setIssuedAt()
        .setExpirationTime(`${sessionLifetimeSeconds}s`)
        .encrypt(key),
    isValid: (cookie) =>
      jwtDecrypt(cookie, key, { subject }).then(
        () => true,
        () => false,
      ),
  };
}
