import { dayMilliseconds } from "../common/durations.ts";
import type { PlatformContext } from "../database/platform-context.ts";
import { countEvents } from "../events/event-usage.ts";
import { getOrganization } from "../organizations/organizations.ts";
import { removeOldTasks } from "../tasks/tasks.ts";

/** The result of `expungeEvents`. */
export interface Expunged {
  /** Events of the organization's spaces, sites and installations. */
  readonly events: number;
  /** Stored request bodies of events for its installations, and of its streams. */
  readonly bodies: number;
}

const batch = 500;

/**
 * Deletes the payloads of an organization's events and the responses to them. The events and the outcomes of
 * their deliveries are kept. Pending deliveries are not affected.
 *
 * @param before - only events accepted before this time (Unix time in milliseconds)
 *
 * @throws PlatformError `not_found`
 */
export async function expungeEvents(
  context: PlatformContext,
  organizationId: string,
  before: number,
): Promise<Expunged> {
  await getOrganization(context, organizationId);
  const expunged = await expunge(context, organizationId, before);
  await context.compact();
  return expunged;
}

/**
 * Deletes old payloads of organizations with a retention limit. Returns 0, so that it isn't repeated immediately.
 */
export async function expungeOldEvents(context: PlatformContext): Promise<number> {
  const rows = await context.db
    .selectFrom("organization_limits")
    .select(["organization_id", "value"])
    .where("name", "=", "keepBodiesDays")
    .execute();
  for (const { organization_id: organizationId, value } of rows)
    await expunge(context, organizationId, context.now() - value * dayMilliseconds);
  return 0;
}

async function expunge(context: PlatformContext, organizationId: string, before: number): Promise<Expunged> {
  const installations = await context.db
    .selectFrom("installations")
    .select("id")
    .where("organization_id", "=", organizationId)
    .execute();
  let bodies = 0;
  // The steps of tasks contain data too.
  while ((await removeOldTasks(context, before, organizationId)) > 0);
  // The endpoints of its streams have the organization as tenant.
  for (const tenant of [organizationId, ...installations.map(({ id }) => id)])
    bodies += await context.deliveries.expunge({ tenant, before });
  return { events: await emptyEvents(context, organizationId, before), bodies };
}

/** Deletes the payloads of events that were fanned out. */
async function emptyEvents(
  { db, now }: PlatformContext,
  organizationId: string,
  before: number,
): Promise<number> {
  let emptied = 0;
  for (let position = 0; ; ) {
    const rows = await db
      .selectFrom("events")
      .select(({ fn }) => ["position", fn<number>("length", ["payload"]).as("characters")])
      .where("organization_id", "=", organizationId)
      .where("position", ">", position)
      .where("created_at", "<", before)
      .where("fanned_out_at", "is not", null)
      .where("expunged_at", "is", null)
      .orderBy("position")
      .limit(batch)
      .execute();
    const positions = rows.map((row) => row.position);
    if (positions.length === 0) return emptied;
    const empty = "{}";
    const removed = rows.map(({ characters }) => empty.length - characters);
    await db.transaction().execute(async (transaction) => {
      await transaction
        .updateTable("events")
        .set({ payload: empty, subject_id: null, expunged_at: now() })
        .where("position", "in", positions)
        .execute();
      await countEvents(
        transaction,
        removed.map((characters) => ({ organizationId, events: 0, characters })),
      );
    });
    emptied += positions.length;
    position = positions.at(-1) ?? position;
  }
}
