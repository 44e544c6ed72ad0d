import {
  createSettings,
  type EncryptedTokens,
  openEncryptedTokens,
  type PlatformContext,
} from "@plugboard/platform";

/** Preview links, which show a site to anyone with the link for an hour. */
export interface SitePreviews {
  readonly create: (
    siteId: string,
  ) => Promise<{ readonly token: string /** Unix time in milliseconds. */; readonly expiresAt: number }>;
  /** Returns whether a token is a valid preview of this site. */
  readonly accepts: (token: string, siteId: string) => Promise<boolean>;
}

const lifetimeSeconds = 3600;

/**
 * Creates the preview links of a platform's sites. Their key is stored in the settings and created on first use.
 *
 * @example
 * import { createSitePreviews } from "@plugboard/content";
 * import type { Platform } from "@plugboard/platform";
 *
 * declare const platform: Platform;
 * const previews = createSitePreviews(platform);
 * console.log(await previews.accepts("the token of a link", "sit_1")); // false
 */
export function createSitePreviews({
  db,
  secretBox,
  now,
}: Pick<PlatformContext, "db" | "secretBox" | "now">): SitePreviews {
  let opened: Promise<EncryptedTokens> | undefined;
  const open = async (): Promise<EncryptedTokens> => {
    opened ??= openEncryptedTokens(createSettings(db, secretBox), "site-preview-key", now);
    try {
      return await opened;
    } catch (error) {
      opened = undefined;
      throw error;
    }
  };
  const audienceOf = (siteId: string) => `preview of ${siteId}`;
  return {
    create: async (siteId) => await (await open()).encrypt({}, audienceOf(siteId), lifetimeSeconds),
    accepts: async (token, siteId) =>
      typeof (await (await open()).decrypt(token, audienceOf(siteId))) === "object",
  };
}
