import type { ImageResource } from "../client/types.ts";
import type { Kysely } from "kysely";
import { orNotFound, PlatformError, type PlatformContext } from "@plugboard/platform";
import {
  createIdFromKey,
  type Keyset,
  type WithUnixTimes,
  holdOrganization,
  readOrganizationLimits,
} from "@plugboard/platform/product";
import { getSpace } from "./content.ts";
import { detectImageType, type ImageType, looksLikeSvg } from "./image-type.ts";
import { imageCheckMilliseconds } from "./remove-unused-images.ts";
import type { ContentTables } from "../database/content-tables.ts";
import { tablesOf } from "../database/tables-of.ts";
import { contentLimits } from "../limits/content-limits.ts";

/** An image stored with a space. */
export type Image = Omit<WithUnixTimes<ImageResource, "createdAt">, "path">;

/** The content of an image. */
export interface ImageContent {
  readonly type: ImageType;
  readonly content: Uint8Array;
}

const columns = ["id", "space_id as spaceId", "type", "bytes", "created_at as createdAt"] as const;

/**
 * Stores an image for the pages of a space.
 *
 * @throws PlatformError `not_found`, `invalid_request` (not a PNG, JPEG, GIF, WebP or AVIF image, or larger than 5 MiB),
 * `conflict` (the organization's images exceed their quota, or the space is in the trash)
 */
export async function uploadImage(
  context: PlatformContext,
  spaceId: string,
  { content, idempotencyKey }: { readonly content: Uint8Array; readonly idempotencyKey?: string | undefined },
): Promise<Image> {
  const type = requireImage(content);
  const { id } = await storeFile(context, spaceId, { content, type, prefix: "img", idempotencyKey });
  return await getImage(context, spaceId, id);
}

/** The media type of a font, which is stored like an image. */
export const fontType = "font/woff2";

/** Stores a checked file with a space. @throws PlatformError `not_found`, `conflict` */
export async function storeFile(
  context: PlatformContext,
  spaceId: string,
  {
    content,
    type,
    prefix,
    idempotencyKey,
  }: {
    readonly content: Uint8Array;
    readonly type: ImageType | typeof fontType;
    readonly prefix: "fnt" | "img";
    readonly idempotencyKey: string | undefined;
  },
): Promise<{ readonly id: string; readonly createdAt: number }> {
  const { organizationId: organization_id, trashedAt } = await getSpace(context, spaceId);
  if (trashedAt !== undefined)
    throw new PlatformError("conflict", "The space is in the trash. Restore it first.");
  const created_at = context.now();
  const id = createIdFromKey(prefix, spaceId, idempotencyKey, created_at);
  const createdAt = await tablesOf(context.db)
    .transaction()
    .execute(async (transaction) => {
      // Serializes uploads, so that the limit holds for their sum.
      await holdOrganization(transaction, organization_id);
      const same = transaction.selectFrom("images").select("created_at").where("id", "=", id);
      const stored = await same.executeTakeFirst();
      if (stored !== undefined) return stored.created_at;
      await requireRoom(transaction, organization_id, content.length);
      await transaction
        .insertInto("images")
        .values((query) => ({
          id,
          organization_id,
          space_id: spaceId,
          type,
          bytes: content.length,
          created_at,
          content,
          check_at: created_at + imageCheckMilliseconds,
          checked_revision: query.selectFrom("spaces").select("revision_number").where("id", "=", spaceId),
        }))
        .execute();
      return created_at;
    });
  return { id, createdAt };
}

function requireImage(content: Uint8Array): ImageType {
  const type = content.length > contentLimits.imageBytes ? undefined : detectImageType(content);
  if (type !== undefined) return type;
  const message =
    content.length > contentLimits.imageBytes
      ? "is larger than 5 MiB. Make it smaller, or save it with stronger compression"
      : looksLikeSvg(content)
        ? "is an SVG, which can contain scripts. Export it as PNG or WebP"
        : "is not a PNG, JPEG, GIF, WebP or AVIF image. Save it in one of these formats";
  throw new PlatformError("invalid_request", `The file ${message}.`, [{ path: "content", message }]);
}

async function requireRoom(transaction: Kysely<ContentTables>, organizationId: string, bytes: number) {
  const { maxImageBytes = contentLimits.organizationImageBytes } = await readOrganizationLimits(
    transaction,
    organizationId,
  );
  const total = (await countImageBytes(transaction, organizationId)) + bytes;
  if (total <= maxImageBytes) return;
  throw new PlatformError(
    "conflict",
    `The images and fonts of the organization would have ${total} bytes; the limit is ${maxImageBytes}. Delete some, or ask the platform administrator for a higher limit.`,
  );
}

/** Returns the size of all images and fonts of an organization. */
export async function countImageBytes(db: Kysely<ContentTables>, organizationId: string): Promise<number> {
  const { bytes } = await tablesOf(db)
    .selectFrom("images")
    .select((row) => row.fn.sum<number | string | null>("bytes").as("bytes"))
    .where("organization_id", "=", organizationId)
    .executeTakeFirstOrThrow();
  return Number(bytes ?? 0);
}

/** Selects the images of a space, without its fonts. */
function selectImages(db: PlatformContext["db"], spaceId: string) {
  return tablesOf(db).selectFrom("images").where("space_id", "=", spaceId).where("type", "!=", fontType);
}

/** Returns the images of a space by id, without their content. */
export async function listImages(
  { db }: PlatformContext,
  spaceId: string,
  { after, limit }: Keyset = {},
): Promise<Image[]> {
  let query = selectImages(db, spaceId).select(columns).$narrowType<{ type: ImageType }>().orderBy("id");
  if (after !== undefined) query = query.where("id", ">", after);
  if (limit !== undefined) query = query.limit(limit);
  return await query.execute();
}

/** Returns an image without its content. @throws PlatformError `not_found` */
export async function getImage({ db }: PlatformContext, spaceId: string, imageId: string): Promise<Image> {
  const image = await selectImages(db, spaceId)
    .select(columns)
    .$narrowType<{ type: ImageType }>()
    .where("id", "=", imageId)
    .executeTakeFirst();
  return orNotFound(image, `image ${imageId} in space ${spaceId}`);
}

/**
 * Returns the content of an image.
 *
 * @throws PlatformError `not_found`
 *
 * @example
 * import { getImageContent } from "@plugboard/content";
 * import type { Platform } from "@plugboard/platform";
 *
 * declare const platform: Platform;
 * const { type, content } = await getImageContent(platform, "spc_1", "img_1");
 * console.log(type, content.length); // "image/png" 67
 */
export async function getImageContent(
  { db }: PlatformContext,
  spaceId: string,
  imageId: string,
): Promise<ImageContent> {
  const image = await selectImages(db, spaceId)
    .select(["type", "content"])
    .$narrowType<{ type: ImageType }>()
    .where("id", "=", imageId)
    .executeTakeFirst();
  return orNotFound(image, `image ${imageId} in space ${spaceId}`);
}

/**
 * Deletes an image. Pages that show it keep its URL.
 *
 * @throws PlatformError `not_found`
 */
export async function deleteImage(context: PlatformContext, spaceId: string, imageId: string): Promise<void> {
  const { id } = await getImage(context, spaceId, imageId);
  await tablesOf(context.db)
    .deleteFrom("images")
    .where("space_id", "=", spaceId)
    .where("id", "=", id)
    .execute();
}
