import type { Endpoint } from "@plugboard/webhook-delivery";
import type { Transaction } from "kysely";
import { PlatformError } from "../common/platform-error.ts";
import { onWholePlatform } from "../database/organization-scope.ts";
import type { PlatformContext } from "../database/platform-context.ts";
import type { Tables } from "../database/tables.ts";
import { readOrganizationLimits } from "../rate-limits/organization-limits.ts";
import { endpointKinds, listEndpoints } from "./list-endpoints.ts";

const maxEndpoints = 100;

/**
 * Creates a webhook endpoint of an installation, unless it is there, within the limits of the installation and its organization.
 *
 * @throws PlatformError `conflict` when there are as many as there may be
 */
export async function createWithinLimits(
  context: PlatformContext,
  installationId: string,
  endpointId: string,
  create: () => Promise<Endpoint>,
): Promise<Endpoint> {
  return await inTurn(context.db, installationId, async (transaction) => {
    const known = await listInTransaction(context, installationId);
    const same = known.find(({ id }) => id === endpointId);
    if (same !== undefined) return same;
    if (known.length >= maxEndpoints) {
      throw new PlatformError(
        "conflict",
        `An installation has at most ${maxEndpoints} webhook endpoints. Remove one first.`,
      );
    }
    await requireRoom(context, transaction, installationId);
    return await create();
  });
}

/**
 * The webhook endpoints of an installation that a transaction found. Whose it is, is not looked up again: SQLite has one
 * connection, which is the transaction's.
 */
async function listInTransaction(
  context: PlatformContext,
  installationId: string,
): Promise<readonly Endpoint[]> {
  return await onWholePlatform("endpointLimits", () =>
    listEndpoints(context, installationId, endpointKinds.webhook),
  );
}

const lastTurns = new WeakMap<PlatformContext["db"], Promise<unknown>>();

/**
 * Runs `create` while nobody else creates an endpoint of the organization, so that its limits hold: the rows of organization
 * and installation are locked against other processes, and this process takes one turn after the other. Each turn needs a second connection
 * for the endpoint itself, which turns that wait in the database would keep from it.
 */
async function inTurn<T>(
  db: PlatformContext["db"],
  installationId: string,
  create: (transaction: Transaction<Tables>) => Promise<T>,
): Promise<T> {
  const before = lastTurns.get(db) ?? Promise.resolve();
  const turn = before.then(() =>
    db.transaction().execute(async (transaction) => {
      // The organization's other installations wait too: together they have so many.
      await transaction
        .updateTable("organizations")
        .set((row) => ({ title: row.ref("title") }))
        .where("id", "in", (query) =>
          query.selectFrom("installations").select("organization_id").where("id", "=", installationId),
        )
        .execute();
      await transaction
        .updateTable("installations")
        .set((row) => ({ updated_at: row.ref("updated_at") }))
        .where("id", "=", installationId)
        .execute();
      return await create(transaction);
    }),
  );
  const ended = turn.catch(() => {});
  lastTurns.set(db, ended);
  return await turn;
}

/** Refuses one more than the installation's organization may have. @throws PlatformError `conflict` */
async function requireRoom(
  context: PlatformContext,
  db: Transaction<Tables>,
  installationId: string,
): Promise<void> {
  const own = await db
    .selectFrom("installations")
    .select("organization_id")
    .where("id", "=", installationId)
    .executeTakeFirst();
  const { maxWebhookEndpoints } = await readOrganizationLimits(db, own?.organization_id ?? "");
  if (own === undefined || maxWebhookEndpoints === undefined) return;
  const installations = await db
    .selectFrom("installations")
    .select("id")
    .where("organization_id", "=", own.organization_id)
    .where("deleted_at", "is", null)
    .execute();
  let count = 0;
  for (const { id } of installations) count += (await listInTransaction(context, id)).length;
  if (count < maxWebhookEndpoints) return;
  throw new PlatformError(
    "conflict",
    `The organization may have ${maxWebhookEndpoints} webhook endpoints, and has them. Remove one, or ask the platform's administrator for more.`,
  );
}
