import type { IntegrationReviewResource } from "@plugboard/api/client";
import type { Selectable } from "kysely";
import { createId } from "../common/create-id.ts";
import { readStrings } from "../common/json.ts";
import type { Keyset } from "../common/keyset.ts";
import { orNotFound, PlatformError } from "../common/platform-error.ts";
import type { WithUnixTimes } from "../common/with-unix-times.ts";
import { inList } from "../database/in-list.ts";
import type { PlatformContext } from "../database/platform-context.ts";
import type { IntegrationReviewTable } from "../database/tables.ts";
import { getIntegration, noteListing, isListed } from "./integrations.ts";

/** A request to list an integration for all organizations, and its outcome. */
export interface IntegrationReview
  extends Omit<WithUnixTimes<IntegrationReviewResource, "createdAt" | "decidedAt">, "organization"> {
  readonly organizationId: string;
}

/**
 * Submits an integration for public listing. Once approved, later versions stay listed if they request no
 * further scopes.
 *
 * @throws PlatformError `not_found`, `conflict` if it is not public, already listed or already submitted
 */
export async function submitIntegration(context: PlatformContext, name: string): Promise<IntegrationReview> {
  const integration = await getIntegration(context, name);
  const { manifest, organizationId, version } = integration;
  if (manifest.visibility !== "public")
    throw new PlatformError("conflict", `${name} is ${manifest.visibility}. Publish it as public first.`);
  if (isListed(integration)) throw new PlatformError("conflict", `${name} is already listed.`);
  const createdAt = context.now();
  const row: Selectable<IntegrationReviewTable> = {
    id: createId("rvw", createdAt),
    organization_id: organizationId,
    integration: name,
    version,
    scopes: JSON.stringify(manifest.scopes),
    status: "submitted",
    reason: null,
    created_at: createdAt,
    decided_at: null,
  };
  await context.db.transaction().execute(async (transaction) => {
    const inserted = await transaction
      .insertInto("integration_reviews")
      .values(row)
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst();
    if (inserted.numInsertedOrUpdatedRows === 0n)
      throw new PlatformError("conflict", `${name} is already awaiting review.`);
  });
  return toReview(row);
}

/** Filters for reviews, combined with AND. */
export interface ReviewQuery {
  readonly organizations?: readonly string[] | undefined;
  readonly integration?: string | undefined;
  readonly status?: IntegrationReview["status"] | undefined;
}

/**
 * Returns submissions by id, which is their order of creation.
 */
export async function listIntegrationReviews(
  { db }: PlatformContext,
  { organizations, integration, status, after, limit }: ReviewQuery & Keyset = {},
): Promise<IntegrationReview[]> {
  let query = db.selectFrom("integration_reviews").selectAll();
  if (organizations !== undefined) query = query.where("organization_id", "in", inList(organizations));
  if (integration !== undefined) query = query.where("integration", "=", integration);
  if (status !== undefined) query = query.where("status", "=", status);
  if (after !== undefined) query = query.where("id", ">", after);
  if (limit !== undefined) query = query.limit(limit);
  return (await query.orderBy("id").execute()).map(toReview);
}

/** The administrator's decision on a submission. */
export type ReviewDecision =
  | { readonly status: "approved" }
  | { readonly status: "rejected"; readonly reason: string };

/**
 * Decides on a submission. An approval covers its scopes, for this and later versions.
 *
 * @throws PlatformError `not_found`, `conflict` if it was already decided
 */
export async function decideReview(
  { db, now }: PlatformContext,
  reviewId: string,
  decision: ReviewDecision,
): Promise<IntegrationReview> {
  const change = {
    status: decision.status,
    reason: decision.status === "rejected" ? decision.reason : null,
    decided_at: now(),
  };
  return await db.transaction().execute(async (transaction) => {
    const ofReview = transaction.selectFrom("integration_reviews").selectAll().where("id", "=", reviewId);
    const review = orNotFound(await ofReview.executeTakeFirst(), `review ${reviewId}`);
    const decided = await transaction
      .updateTable("integration_reviews")
      .set(change)
      .where("id", "=", reviewId)
      .where("status", "=", "submitted")
      .executeTakeFirst();
    if (decided.numUpdatedRows === 0n)
      throw new PlatformError("conflict", `Review ${reviewId} has already been decided.`);
    if (decision.status === "approved") {
      await transaction
        .updateTable("integrations")
        .set({ approved_scopes: review.scopes })
        .where("name", "=", review.integration)
        .execute();
      await noteListing(transaction, review.integration);
    }
    return toReview({ ...review, ...change });
  });
}

function toReview(row: Selectable<IntegrationReviewTable>): IntegrationReview {
  return {
    id: row.id,
    organizationId: row.organization_id,
    integration: row.integration,
    version: row.version,
    scopes: readStrings(row.scopes),
    status: row.status,
    reason: row.reason ?? undefined,
    createdAt: row.created_at,
    decidedAt: row.decided_at ?? undefined,
  };
}
