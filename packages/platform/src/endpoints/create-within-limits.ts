import type { Endpoint } from "@plugboard/webhook-delivery";
import type { Transaction } from "kysely";
import { PlatformError } from "../common/platform-error.ts";
import { withoutTenantScope } from "../database/organization-scope.ts";
import type { PlatformContext } from "../database/platform-context.ts";
import type { Tables } from "../database/tables.ts";
import { readOrganizationLimits } from "../rate-limits/organization-limits.ts";
import { endpointKinds, listEndpoints } from "./list-endpoints.ts";

const maxEndpoints = 100;

/**
 * Creates an installation's webhook endpoint if it does not exist, within the limits of the installation and
 * its organization.
 *
 * @throws PlatformError `conflict` if a limit is reached
 */
export async function createWithinLimits(
  context: PlatformContext,
  installationId: string,
  endpointId: string,
  create: (organizationId: string | undefined) => Promise<Endpoint>,
): Promise<Endpoint> {
  return await inTurn(context.db, installationId, async (transaction) => {
    const endpoints = await listInTransaction(context, installationId);
    const same = endpoints.find(({ id }) => id === endpointId);
    if (same !== undefined) return same;
    if (endpoints.length >= maxEndpoints) {
      throw new PlatformError(
        "conflict",
        `An installation can have at most ${maxEndpoints} webhook endpoints. Delete one first.`,
      );
    }
    const own = await transaction
      .selectFrom("installations")
      .select("organization_id")
      .where("id", "=", installationId)
      .executeTakeFirst();
    if (own !== undefined) await requireRoom(context, transaction, own.organization_id);
    return await create(own?.organization_id);
  });
}

/**
 * Returns the webhook endpoints of an installation that the transaction has already read. A second lookup
 * would deadlock: SQLite has one connection, which the transaction holds.
 */
async function listInTransaction(
  context: PlatformContext,
  installationId: string,
): Promise<readonly Endpoint[]> {
  return await withoutTenantScope("endpointLimits", () =>
    listEndpoints(context, installationId, endpointKinds.webhook),
  );
}

const lastTurns = new WeakMap<PlatformContext["db"], Promise<unknown>>();

/**
 * Serializes endpoint creation within an organization, so that its limits hold: locks the rows of
 * organization and installation against other processes, and queues calls within this process. Each call
 * needs a second connection for the endpoint itself, and calls waiting in the database would use up all
 * connections.
 */
async function inTurn<T>(
  db: PlatformContext["db"],
  installationId: string,
  create: (transaction: Transaction<Tables>) => Promise<T>,
): Promise<T> {
  const before = lastTurns.get(db) ?? Promise.resolve();
  const turn = before.then(() =>
    db.transaction().execute(async (transaction) => {
      // Also locks the organization's other installations: the limit applies to all of them together.
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

/** Checks the organization's endpoint limit. @throws PlatformError `conflict` */
async function requireRoom(
  context: PlatformContext,
  db: Transaction<Tables>,
  organizationId: string,
): Promise<void> {
  const { maxWebhookEndpoints } = await readOrganizationLimits(db, organizationId);
  if (maxWebhookEndpoints === undefined) return;
  const installations = await db
    .selectFrom("installations")
    .select("id")
    .where("organization_id", "=", organizationId)
    .where("deleted_at", "is", null)
    .execute();
  let count = 0;
  for (const { id } of installations) count += (await listInTransaction(context, id)).length;
  if (count < maxWebhookEndpoints) return;
  throw new PlatformError(
    "conflict",
    `The organization has reached its limit of ${maxWebhookEndpoints} webhook endpoints. Delete one, or ask the platform administrator for a higher limit.`,
  );
}
