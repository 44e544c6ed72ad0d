import type { ManifestSchedule } from "@plugboard/manifest";
import { nextTick } from "@plugboard/manifest/schedules";
import type { Selectable, Transaction } from "kysely";
import { createIdFromKey } from "../common/create-id.ts";
import { withoutTenantScope } from "../database/organization-scope.ts";
import type { PlatformContext } from "../database/platform-context.ts";
import type { ScheduleTable, Tables } from "../database/tables.ts";
import { appendEvent } from "../events/append-event.ts";
import { getInstallation } from "./installations.ts";
import { getInstalled } from "../integrations/integrations.ts";
import { PlatformError } from "../common/platform-error.ts";
import { minutePolicy, readOrganizationLimits } from "../rate-limits/organization-limits.ts";
import type { RateLimiter } from "../rate-limits/rate-limiter.ts";
import { jitterOf, textOf } from "./plan-schedules.ts";

const batchSize = 100;

type Schedule = Selectable<ScheduleTable>;
type ScheduleContext = PlatformContext & { readonly rateLimiter: RateLimiter };

/**
 * Emits a `schedule` event for each due schedule and plans its next tick in the same transaction, so each tick has one event even if
 * several processes run it or one dies. Missed ticks become one event. Events count against the organization's quota.
 *
 * @returns the number of due schedules
 */
export async function runDueSchedules(context: ScheduleContext): Promise<number> {
  return await withoutTenantScope("schedules", async () => {
    const due = await context.db
      .selectFrom("schedules")
      .selectAll()
      .where("due_at", "<=", context.now())
      .orderBy("due_at")
      .limit(batchSize)
      .execute();
    for (const schedule of due) await runSchedule(context, schedule);
    return due.length;
  });
}

async function runSchedule(context: ScheduleContext, schedule: Schedule): Promise<void> {
  const now = context.now();
  const { definition, isActive } = await readDefinition(context, schedule);
  const tick = definition && nextTick(definition, now);
  // Publishing makes schedules due before their tick, so that they are planned again.
  const isTick =
    definition !== undefined && textOf(definition) === schedule.definition && schedule.tick_at <= now;
  const quota = isTick && isActive ? await takeEvent(context, schedule.organization_id) : undefined;
  if (quota?.granted === false) {
    // The tick waits for the quota. Later ticks are combined with it into one event.
    const { definition: text, tick_at } = schedule;
    await plan(context.db, schedule, {
      definition: text,
      tick_at,
      due_at: now + quota.retryAfterSeconds * 1000,
    });
    return;
  }
  const isEmitted = await context.db.transaction().execute(async (transaction) => {
    const own = { installationId: schedule.installation_id, scheduleId: schedule.schedule_id };
    const isOwn =
      definition === undefined || tick === undefined
        ? await remove(transaction, schedule)
        : await plan(transaction, schedule, {
            definition: textOf(definition),
            tick_at: tick,
            due_at: tick + jitterOf(schedule.installation_id, schedule.schedule_id),
          });
    // Another process ran the tick.
    if (!isOwn || !isTick || !isActive) return false;
    const scheduledFor = new Date(schedule.tick_at).toISOString();
    const id = createIdFromKey("evt", own.installationId, `schedule ${own.scheduleId} ${scheduledFor}`);
    const fields = { schedule: { id: own.scheduleId, scheduledFor } };
    await appendEvent(transaction, { id, type: "schedule", fields, installationId: own.installationId }, now);
    return true;
  });
  if (isEmitted) context.onEvent();
  else await quota?.giveBack();
}

/** Takes an event from the organization's quota; `undefined` if its events are unlimited. */
async function takeEvent({ db, rateLimiter }: ScheduleContext, organizationId: string) {
  const policy = minutePolicy(await readOrganizationLimits(db, organizationId), "eventsPerMinute");
  if (policy === undefined) return undefined;
  const { granted, retryAfterSeconds } = await rateLimiter.take(policy, organizationId);
  const giveBack = async (): Promise<void> => void (await rateLimiter.take(policy, organizationId, -1));
  return { granted, retryAfterSeconds, giveBack };
}

/**
 * Returns the schedule as defined in the version that the installation runs. `undefined` if the installation
 * or the schedule was removed.
 */
async function readDefinition(
  context: PlatformContext,
  { installation_id, schedule_id }: Schedule,
): Promise<{ readonly definition: ManifestSchedule | undefined; readonly isActive: boolean }> {
  try {
    const installation = await getInstallation(context, installation_id);
    const { manifest } = await getInstalled(context, installation);
    const definition = manifest.schedules?.find(({ id }) => id === schedule_id);
    return { definition, isActive: installation.status === "active" };
  } catch (error) {
    if (error instanceof PlatformError && error.code === "not_found")
      return { definition: undefined, isActive: false };
    throw error;
  }
}

async function plan(
  transaction: Pick<Transaction<Tables>, "updateTable">,
  { installation_id, schedule_id, tick_at, due_at }: Schedule,
  next: Pick<Schedule, "definition" | "tick_at" | "due_at">,
): Promise<boolean> {
  const updated = await transaction
    .updateTable("schedules")
    .set(next)
    .where("installation_id", "=", installation_id)
    .where("schedule_id", "=", schedule_id)
    .where("tick_at", "=", tick_at)
    .where("due_at", "=", due_at)
    .executeTakeFirst();
  return updated.numUpdatedRows > 0n;
}

async function remove(
  transaction: Transaction<Tables>,
  { installation_id, schedule_id, due_at }: Schedule,
): Promise<boolean> {
  const deleted = await transaction
    .deleteFrom("schedules")
    .where("installation_id", "=", installation_id)
    .where("schedule_id", "=", schedule_id)
    .where("due_at", "=", due_at)
    .executeTakeFirst();
  return deleted.numDeletedRows > 0n;
}
