import type { ConversationInput } from "../client/types.ts";
import type { PlatformContext } from "@plugboard/platform";
import { getSite } from "../spaces/content.ts";
import { tablesOf } from "../database/tables-of.ts";

/** A conversation stored for a site. */
export interface KeptConversation extends ConversationInput {
  /** The integration it came from. */
  readonly source: string;
  /** Unix time in milliseconds. */
  readonly receivedAt: number;
}

const keptMilliseconds = 90 * 24 * 3600 * 1000;
const maxListed = 10_000;

/**
 * Stores conversations for a site. Replaces those with the same source and id.
 *
 * @throws PlatformError `not_found`
 */
export async function ingestConversations(
  context: PlatformContext,
  siteId: string,
  source: string,
  conversations: readonly ConversationInput[],
): Promise<void> {
  const { organizationId: organization_id } = await getSite(context, siteId);
  const received_at = context.now();
  await tablesOf(context.db)
    .transaction()
    .execute(async (transaction) => {
      for (const conversation of conversations) {
        const row = { conversation: JSON.stringify(conversation), received_at };
        await transaction
          .insertInto("conversations")
          .values({ site_id: siteId, source, id: conversation.id, organization_id, ...row })
          .onConflict((conflict) => conflict.columns(["site_id", "source", "id"]).doUpdateSet(row))
          .execute();
      }
    });
}

/** Returns the newest conversations of a site, newest first. */
export async function listConversations(
  { db }: PlatformContext,
  siteId: string,
): Promise<KeptConversation[]> {
  const rows = await tablesOf(db)
    .selectFrom("conversations")
    .select(["source", "conversation", "received_at as receivedAt"])
    .where("site_id", "=", siteId)
    .orderBy("received_at", "desc")
    .orderBy("id")
    .limit(maxListed)
    .execute();
  return rows.map(({ conversation, ...row }) => {
    // Written only by this module.
    return { ...(JSON.parse(conversation) as ConversationInput), ...row };
  });
}

/** Deletes conversations older than ninety days. @returns their number */
export async function removeOldConversations({ db, now }: PlatformContext): Promise<number> {
  const removed = await tablesOf(db)
    .deleteFrom("conversations")
    .where("received_at", "<", now() - keptMilliseconds)
    .executeTakeFirst();
  return Number(removed.numDeletedRows);
}
