import { openEncryptedTokens } from "../access/encrypted-tokens.ts";
import type { Settings } from "../database/settings.ts";

/** Preview links, which show a site to anyone with the link for an hour. */
export interface SitePreviews {
  readonly create: (
    siteId: string,
  ) => Promise<{ readonly token: string /** Unix time in milliseconds. */; readonly expiresAt: number }>;
  /** Returns whether a token is a valid preview of this site. */
  readonly accepts: (token: string, siteId: string) => Promise<boolean>;
}

const lifetimeSeconds = 3600;

/** Opens the previews with the key stored in the settings, and creates the key on the first start. */
export async function openSitePreviews(settings: Settings, now: () => number): Promise<SitePreviews> {
  const tokens = await openEncryptedTokens(settings, "site-preview-key", now);
  const audienceOf = (siteId: string) => `preview of ${siteId}`;
  return {
    create: async (siteId) => await tokens.encrypt({}, audienceOf(siteId), lifetimeSeconds),
    accepts: async (token, siteId) => typeof (await tokens.decrypt(token, audienceOf(siteId))) === "object",
  };
}
