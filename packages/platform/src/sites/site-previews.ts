import { openSealedTokens } from "../access/sealed-tokens.ts";
import type { Settings } from "../database/settings.ts";

/** Links that show a site to whoever has them, for an hour. */
export interface SitePreviews {
  readonly create: (
    siteId: string,
  ) => Promise<{ readonly token: string /** Milliseconds since 1970. */; readonly expiresAt: number }>;
  /** Whether a token shows this site now. */
  readonly accepts: (token: string, siteId: string) => Promise<boolean>;
}

const lifetimeSeconds = 3600;

/** Opens the previews with the key kept in the settings; the first start makes it. */
export async function openSitePreviews(settings: Settings, now: () => number): Promise<SitePreviews> {
  const tokens = await openSealedTokens(settings, "site-preview-key", now);
  const audienceOf = (siteId: string) => `preview of ${siteId}`;
  return {
    create: async (siteId) => await tokens.seal({}, audienceOf(siteId), lifetimeSeconds),
    accepts: async (token, siteId) => typeof (await tokens.open(token, audienceOf(siteId))) === "object",
  };
}
