import type { SiteCustomization } from "../client/types.ts";
import {
  createSettings,
  type EncryptedTokens,
  openEncryptedTokens,
  type PlatformContext,
} from "@plugboard/platform";

/** Preview links, which show a site to anyone with the link for an hour. */
export interface SitePreviews {
  /** Creates a link. With `customization`, it shows this appearance instead of the saved one. */
  readonly create: (
    siteId: string,
    customization?: SiteCustomization,
  ) => Promise<{ readonly token: string /** Unix time in milliseconds. */; readonly expiresAt: number }>;
  /** Reads the token of a link. Returns `undefined` if it isn't a valid preview of this site. */
  readonly read: (token: string, siteId: string) => Promise<PreviewedSite | undefined>;
}

/** The contents of a preview link. */
export interface PreviewedSite {
  /** The appearance to show. `undefined` for the saved one. */
  readonly customization: SiteCustomization | undefined;
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
 * console.log(await previews.read("the token of a link", "sit_1")); // undefined
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
    create: async (siteId, customization) =>
      await (await open()).encrypt({ customization }, audienceOf(siteId), lifetimeSeconds),
    read: async (token, siteId) => {
      const claims = await (await open()).decrypt(token, audienceOf(siteId));
      if (typeof claims !== "object") return undefined;
      // Validated before it was encrypted.
      return { customization: claims["customization"] as SiteCustomization | undefined };
    },
  };
}
