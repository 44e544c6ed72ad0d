import { openSealedTokens, type Settings } from "@plugboard/platform";
import type { AdminToken } from "./admin-token.ts";

/** The console's sign-in: an encrypted cookie that lasts a day, or until the administrator's token is another one. */
export interface Sessions {
  readonly create: () => Promise<string>;
  readonly isValid: (cookie: string) => Promise<boolean>;
}

export const sessionLifetimeSeconds: number = 24 * 3600;

export async function openSessions(
  settings: Settings,
  { fingerprint }: Pick<AdminToken, "fingerprint">,
  now: () => number,
): Promise<Sessions> {
  const tokens = await openSealedTokens(settings, "session-key", now);
  const audience = `session of ${fingerprint}`;
  return {
    create: async () => (await tokens.seal({}, audience, sessionLifetimeSeconds)).token,
    isValid: async (cookie) => typeof (await tokens.open(cookie, audience)) === "object",
  };
}
