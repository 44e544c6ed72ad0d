import { openEncryptedTokens, type PlatformStorage, type Settings } from "@plugboard/platform";
import type { AdminToken } from "./admin-token.ts";

/**
 * The console's session: an encrypted cookie, valid for a day, until sign-out, or until the administrator
 * token changes.
 */
export interface Sessions {
  readonly create: () => Promise<string>;
  readonly isValid: (cookie: string) => Promise<boolean>;
  /** Ends a session on all servers, including copies of its cookie. */
  readonly revoke: (cookie: string) => Promise<void>;
}

export const sessionLifetimeSeconds: number = 24 * 3600;

export async function openSessions(
  settings: Settings,
  { fingerprint }: Pick<AdminToken, "fingerprint">,
  database: PlatformStorage["database"],
  now: () => number,
): Promise<Sessions> {
  const tokens = await openEncryptedTokens(settings, "session-key", now);
  const audience = `session of ${fingerprint}`;
  const open = async (cookie: string) => {
    const session = await tokens.decrypt(cookie, audience);
    return typeof session === "object"
      ? { id: `session ${session.jti}`, endsAt: (session.exp ?? 0) * 1000 }
      : undefined;
  };
  return {
    create: async () => (await tokens.encrypt({}, audience, sessionLifetimeSeconds)).token,
    isValid: async (cookie) => {
      const session = await open(cookie);
      if (session === undefined) return false;
      const revoked = await database
        .selectFrom("used_tickets")
        .select("id")
        .where("id", "=", session.id)
        .executeTakeFirst();
      return revoked === undefined;
    },
    revoke: async (cookie) => {
      const session = await open(cookie);
      if (session === undefined) return;
      // The row is deleted along with expired tickets some time after the cookie expires.
      await database
        .insertInto("used_tickets")
        .values({ id: session.id, expires_at: session.endsAt })
        .onConflict((conflict) => conflict.column("id").doNothing())
        .execute();
    },
  };
}
