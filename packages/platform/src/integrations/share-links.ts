import { timingSafeEqual } from "node:crypto";
import { createOpaqueToken } from "../common/opaque-token.ts";
import { orNotFound } from "../common/platform-error.ts";
import type { PlatformContext } from "../database/platform-context.ts";

const tokenKind = "pbs";

/**
 * Returns the token of an unlisted integration's share link, which lets other organizations view and install
 * it. Created on first use.
 *
 * @throws PlatformError `not_found`
 */
export async function getShareToken(context: PlatformContext, integration: string): Promise<string> {
  return (await readToken(context, integration)) ?? (await rotateShareToken(context, integration));
}

/**
 * Replaces the share link of an integration. Existing installations stay.
 *
 * @throws PlatformError `not_found`
 */
export async function rotateShareToken(
  { db, secretBox }: PlatformContext,
  integration: string,
): Promise<string> {
  const token = createOpaqueToken(tokenKind);
  await db.transaction().execute(async (transaction) => {
    const written = await transaction
      .updateTable("integrations")
      .set({ share_token: secretBox.encrypt(token) })
      .where("name", "=", integration)
      .where("removed_at", "is", null)
      .executeTakeFirst();
    orNotFound(written.numUpdatedRows > 0n ? written : undefined, `integration ${integration}`);
  });
  return token;
}

/** Returns whether a token belongs to the integration's current share link. */
export async function isShareToken(
  context: PlatformContext,
  integration: string,
  token: string,
): Promise<boolean> {
  const current = await readToken(context, integration).catch(() => undefined);
  if (current === undefined) return false;
  const [expected, actual] = [Buffer.from(current), Buffer.from(token)];
  return expected.byteLength === actual.byteLength && timingSafeEqual(expected, actual);
}

async function readToken(
  { db, secretBox }: PlatformContext,
  integration: string,
): Promise<string | undefined> {
  const row = await db
    .selectFrom("integrations")
    .select("share_token")
    .where("name", "=", integration)
    .where("removed_at", "is", null)
    .executeTakeFirst();
  const { share_token: encrypted } = orNotFound(row, `integration ${integration}`);
  return encrypted === null ? undefined : secretBox.decrypt(encrypted);
}
