import { type Scope, scopes as allScopes } from "@plugboard/api";
import type { Selectable } from "kysely";
import { createId } from "../common/create-id.ts";
import { readStrings } from "../common/json.ts";
import type { Keyset } from "../common/keyset.ts";
import { found, PlatformError } from "../common/platform-error.ts";
import { inList } from "../database/in-list.ts";
import type { PlatformContext } from "../database/platform-context.ts";
import type { IntegrationReviewTable } from "../database/tables.ts";
import { getIntegration, noteListing, isListed } from "./integrations.ts";

/** A submission of an integration to the list that every organization sees, and what became of it. */
export interface IntegrationReview {
  readonly id: string;
  readonly organizationId: string;
  readonly integration: string;
  readonly version: number;
  /** What the version asks for. */
  readonly scopes: readonly Scope[];
  readonly status: "submitted" | "approved" | "refused";
  /** Why it was refused. */
  readonly reason?: string | undefined;
  /** Milliseconds since 1970. */
  readonly createdAt: number;
  /** Milliseconds since 1970. */
  readonly decidedAt?: number | undefined;
}

/**
 * Asks for an integration to be listed for every organization. Once it is approved, later versions are listed too, as long as
 * they ask for no more scopes.
 *
 * @throws PlatformError `not_found`, `conflict` where it is not public, listed as it is, or submitted already
 * @example
 * import { type Platform, submitIntegration } from "@plugboard/platform";
 *
 * declare const platform: Platform;
 * const { status } = await submitIntegration(platform, "greeter");
 * console.log(status); // "submitted"
 */
export async function submitIntegration(context: PlatformContext, name: string): Promise<IntegrationReview> {
  const integration = await getIntegration(context, name);
  const { manifest, organizationId, version } = integration;
  if (manifest.visibility !== "public")
    throw new PlatformError("conflict", `${name} is ${manifest.visibility}. Publish it as public first.`);
  if (isListed(integration)) throw new PlatformError("conflict", `${name} is listed already.`);
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
      throw new PlatformError("conflict", `${name} is submitted already, and not decided on.`);
  });
  return toReview(row);
}

/** Which reviews to list. All parts must hold. */
export interface ReviewQuery {
  readonly organizations?: readonly string[] | undefined;
  readonly integration?: string | undefined;
  readonly status?: IntegrationReview["status"] | undefined;
}

/**
 * Submissions by their id, which is the order they were made in.
 *
 * @example
 * import { listIntegrationReviews, type Platform } from "@plugboard/platform";
 *
 * declare const platform: Platform;
 * for (const { integration, scopes } of await listIntegrationReviews(platform, { status: "submitted" }))
 *   console.log(integration, scopes);
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

/** What the platform's administrator decides about a submission. */
export type ReviewDecision =
  | { readonly status: "approved" }
  | { readonly status: "refused"; readonly reason: string };

/**
 * Decides about a submission. Approval is of the scopes that it named, for this version and later ones.
 *
 * @throws PlatformError `not_found`, `conflict` where it was decided on before
 * @example
 * import { decideReview, type Platform } from "@plugboard/platform";
 *
 * declare const platform: Platform;
 * await decideReview(platform, "rvw_1", { status: "refused", reason: "Say what the scopes are for." });
 */
export async function decideReview(
  { db, now }: PlatformContext,
  reviewId: string,
  decision: ReviewDecision,
): Promise<IntegrationReview> {
  const change = {
    status: decision.status,
    reason: decision.status === "refused" ? decision.reason : null,
    decided_at: now(),
  };
  return await db.transaction().execute(async (transaction) => {
    const ofReview = transaction.selectFrom("integration_reviews").selectAll().where("id", "=", reviewId);
    const review = found(await ofReview.executeTakeFirst(), `review ${reviewId}`);
    const decided = await transaction
      .updateTable("integration_reviews")
      .set(change)
      .where("id", "=", reviewId)
      .where("status", "=", "submitted")
      .executeTakeFirst();
    if (decided.numUpdatedRows === 0n)
      throw new PlatformError("conflict", `Review ${reviewId} was decided on before.`);
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
  const held = readStrings(row.scopes);
  return {
    id: row.id,
    organizationId: row.organization_id,
    integration: row.integration,
    version: row.version,
    scopes: allScopes.filter((scope) => held.includes(scope)),
    status: row.status,
    reason: row.reason ?? undefined,
    createdAt: row.created_at,
    decidedAt: row.decided_at ?? undefined,
  };
}
