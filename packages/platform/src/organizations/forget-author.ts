import type { Kysely, Transaction } from "kysely";
import { authorKey } from "../common/author-key.ts";
import type { PlatformContext } from "../database/platform-context.ts";
import type { Tables } from "../database/tables.ts";

/**
 * Deletes the private data of a member or API key of an organization: its saved views and its data in the product's
 * tables. Ends the subscriptions of its agents.
 */
export async function forgetAuthor(
  { product }: Pick<PlatformContext, "product">,
  transaction: Transaction<Tables>,
  organizationId: string,
  { type, id }: { readonly type: "key" | "member"; readonly id: string },
): Promise<void> {
  const author = authorKey({ type, id });
  await transaction
    .deleteFrom("delivery_views")
    .where("organization_id", "=", organizationId)
    .where("owner", "=", author)
    .execute();
  await transaction
    .updateTable("agent_subscriptions")
    .set({ ended: 1 })
    .where("organization_id", "=", organizationId)
    .where("actor_type", "=", type)
    .where("actor_id", "=", id)
    .execute();
  // A product changes its own tables, which the platform's types do not list.
  await product?.forgetAuthor?.(transaction as unknown as Kysely<unknown>, organizationId, author);
}
