import type { ManifestSchedule } from "@plugboard/manifest";
import type { PlatformContext } from "../database/platform-context.ts";

/** A schedule with its next tick, as Unix time in milliseconds. */
export interface PlannedSchedule extends ManifestSchedule {
  readonly nextAt: number;
}

/** Lists the schedules of an installation that are planned, by id. */
export async function listSchedules(
  { db }: PlatformContext,
  installationId: string,
): Promise<readonly PlannedSchedule[]> {
  const rows = await db
    .selectFrom("schedules")
    .select(["definition", "tick_at"])
    .where("installation_id", "=", installationId)
    .where("definition", "!=", "")
    .orderBy("schedule_id")
    .execute();
  return rows.map(({ definition, tick_at }) => ({
    // Written from a checked manifest.
    ...(JSON.parse(definition) as ManifestSchedule),
    nextAt: tick_at,
  }));
}
