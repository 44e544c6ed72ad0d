import { createHash } from "node:crypto";
import { type ManifestSchedule, nextTick } from "@plugboard/manifest";
import type { Selectable, Transaction } from "kysely";
import { createIdFromKey } from "../common/create-id.ts";
import { withoutTenantScope } from "../database/organization-scope.ts";
import type { PlatformContext } from "../database/platform-context.ts";
import type { ScheduleTable, Tables } from "../database/tables.ts";
import { appendEvent } from "../events/append-event.ts";
import { getInstallation } from "./installations.ts";
import { getInstalled } from "../integrations/integrations.ts";
import { PlatformError } from "../common/platform-error.ts";
import { textOf } from "./plan-schedules.ts";

const batchSize = 100;
const maxJitterMilliseconds = 60_000;

type Schedule = Selectable<ScheduleTable>;

/**
 * Emits a `schedule` event for each schedule that is due, and plans its next tick in the same transaction, so that each tick has one
 * event whatever process runs it or dies. Missed ticks become one event.
 *
 * @returns how many schedules were due
 */
export async function runDueSchedules(context: PlatformContext): Promise<number> {
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

async function runSchedule(context: PlatformContext, schedule: Schedule): Promise<void> {
  const now = context.now();
  const { definition, isActive } = await readDefinition(context, schedule);
  const tick = definition && nextTick(definition, now);
  // Publishing makes schedules due ahead of their tick, to plan them anew.
  const isTick =
    definition !== undefined && textOf(definition) === schedule.definition && schedule.tick_at <= now;
  const isEmitted = await context.db.transaction().execute(async (transaction) => {
    const own = { installationId: schedule.installation_id, scheduleId: schedule.schedule_id };
    const isOwn =
      definition === undefined || tick === undefined
        ? await remove(transaction, schedule)
        : await plan(transaction, schedule, {
            definition: textOf(definition),
            tick_at: tick,
            due_at: tick + jitterOf(schedule),
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
}

/** The schedule in the version that the installation runs; `undefined` if the installation or the schedule is gone. */
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
  transaction: Transaction<Tables>,
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

/** Always the same for a schedule of an installation, so that ticks keep their distance. */
function jitterOf({ installation_id, schedule_id }: Schedule): number {
  const digest = createHash("sha256").update(`${installation_id} ${schedule_id}`).digest();
  return digest.readUInt32BE() % maxJitterMilliseconds;
}
