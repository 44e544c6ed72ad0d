import * as z from "zod";
import { createId } from "../common/create-id.ts";
import { orNotFound, PlatformError } from "../common/platform-error.ts";
import type { PlatformContext } from "../database/platform-context.ts";

/** Named filters for a list of deliveries. */
export interface DeliveryView {
  readonly id: string;
  readonly name: string;
  readonly search: Readonly<Record<string, string>>;
  readonly savedAt: number;
}

/** A user's views in an organization. */
export interface DeliveryViewOwner {
  readonly organization: string;
  /** The author, such as `member:usr_1`. */
  readonly owner: string;
}

const maxViews = 100;
const searchSchema = z.record(z.string(), z.string());

/** Returns an author's views of an organization's deliveries, by name. */
export async function listDeliveryViews(
  { db }: PlatformContext,
  { organization, owner }: DeliveryViewOwner,
): Promise<DeliveryView[]> {
  const rows = await db
    .selectFrom("delivery_views")
    .select(["id", "name", "search", "saved_at as savedAt"])
    .where("organization_id", "=", organization)
    .where("owner", "=", owner)
    .orderBy("name")
    .execute();
  return rows.map((row) => ({ ...row, search: searchSchema.parse(JSON.parse(row.search)) }));
}

/** Saves a view, replacing one of the same name. @throws PlatformError `conflict` if the limit is reached */
export async function saveDeliveryView(
  context: PlatformContext,
  of: DeliveryViewOwner,
  { name, search }: Pick<DeliveryView, "name" | "search">,
): Promise<DeliveryView> {
  const views = await listDeliveryViews(context, of);
  const same = views.find((view) => view.name === name);
  if (same === undefined && views.length >= maxViews)
    throw new PlatformError("conflict", `You have reached the limit of ${maxViews} views. Delete one first.`);
  const savedAt = context.now();
  const values = { search: JSON.stringify(search), saved_at: savedAt };
  const { id } = await context.db
    .insertInto("delivery_views")
    .values({
      id: createId("vie", savedAt),
      organization_id: of.organization,
      owner: of.owner,
      name,
      ...values,
    })
    .onConflict((conflict) => conflict.columns(["organization_id", "owner", "name"]).doUpdateSet(values))
    .returning("id")
    .executeTakeFirstOrThrow();
  return { id, name, search, savedAt };
}

/** Deletes a view. @throws PlatformError `not_found` */
export async function removeDeliveryView(
  { db }: PlatformContext,
  { organization, owner }: DeliveryViewOwner,
  id: string,
): Promise<void> {
  const { numDeletedRows } = await db
    .deleteFrom("delivery_views")
    .where("organization_id", "=", organization)
    .where("owner", "=", owner)
    .where("id", "=", id)
    .executeTakeFirst();
  orNotFound(numDeletedRows > 0n ? id : undefined, `view ${id}`);
}
