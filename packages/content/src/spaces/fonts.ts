import { type PlatformContext, PlatformError, orNotFound } from "@plugboard/platform";
import type { FontResource } from "../client/types.ts";
import type { WithUnixTimes } from "@plugboard/platform/product";
import { tablesOf } from "../database/tables-of.ts";
import { contentLimits } from "../limits/content-limits.ts";
import { fontType, storeFile } from "./images.ts";
import { FontError, readWoff2 } from "./read-woff2.ts";

/** A font stored with a space. */
export type Font = WithUnixTimes<FontResource, "createdAt">;

/**
 * Stores a font for the sites of a space. Like an image, it is removed 30 days after no site uses it.
 *
 * @throws PlatformError `not_found`, `invalid_request` (not a WOFF2 font, damaged, or larger than 2 MiB), `conflict` (the
 * organization's images and fonts exceed their quota, or the space is in the trash)
 */
export async function uploadFont(
  context: PlatformContext,
  spaceId: string,
  { content, idempotencyKey }: { readonly content: Uint8Array; readonly idempotencyKey?: string | undefined },
): Promise<Font> {
  const font = await readFont(content);
  const { id, createdAt } = await storeFile(context, spaceId, {
    content,
    type: fontType,
    prefix: "fnt",
    idempotencyKey,
  });
  return { id, spaceId, bytes: content.length, createdAt, font: { path: `~fonts/${id}.woff2`, ...font } };
}

async function readFont(content: Uint8Array) {
  try {
    if (content.length > contentLimits.fontBytes)
      throw new FontError("is larger than 2 MiB. Remove the characters that the site doesn't need");
    return await readWoff2(content);
  } catch (error) {
    if (!(error instanceof FontError)) throw error;
    const { message } = error;
    throw new PlatformError("invalid_request", `The file ${message}.`, [{ path: "content", message }]);
  }
}

/**
 * Returns the content of a font, a WOFF2 file.
 *
 * @throws PlatformError `not_found`
 *
 * @example
 * import { getFontContent } from "@plugboard/content";
 * import type { Platform } from "@plugboard/platform";
 *
 * declare const platform: Platform;
 * const content = await getFontContent(platform, "spc_1", "fnt_1");
 * console.log(content.length);
 */
export async function getFontContent(
  { db }: PlatformContext,
  spaceId: string,
  fontId: string,
): Promise<Uint8Array> {
  const font = await tablesOf(db)
    .selectFrom("images")
    .select("content")
    .where("space_id", "=", spaceId)
    .where("id", "=", fontId)
    .where("type", "=", fontType)
    .executeTakeFirst();
  return orNotFound(font, `font ${fontId} in space ${spaceId}`).content;
}
