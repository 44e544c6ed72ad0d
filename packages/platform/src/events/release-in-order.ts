import { sql } from "kysely";
import type { PlatformContext } from "../database/platform-context.ts";

/**
 * Releases the first waiting event for each ordering key of these events. New events with a key are held back,
 * so call this after they are committed, and again after an event with a key was fanned out. Of two concurrent
 * calls, the later one sees both changes.
 */
export async function releaseInOrder(
  { db }: Pick<PlatformContext, "db">,
  column: "id" | "position",
  events: readonly (string | number)[],
): Promise<void> {
  if (events.length === 0) return;
  const firsts = await db
    .selectFrom("events as own")
    .select((query) =>
      query
        .selectFrom("events as waiting")
        .select(({ fn }) => fn.min("waiting.position").as("position"))
        .whereRef("waiting.organization_id", "=", "own.organization_id")
        .whereRef("waiting.ordering_key", "=", "own.ordering_key")
        .where("waiting.fanned_out_at", "is", null)
        .as("position"),
    )
    .where(`own.${column}`, "in", events)
    .where("own.ordering_key", "is not", null)
    .execute();
  const positions = [...new Set(firsts.flatMap(({ position }) => position ?? []))];
  if (positions.length === 0) return;
  await db
    .updateTable("events")
    .set({ held_back: 0 })
    // Sorted, so that two processes cannot deadlock.
    .where(
      "position",
      "in",
      positions.toSorted((a, b) => a - b),
    )
    .where("held_back", "=", 1)
    .execute();
}

/**
 * Releases all events that are first in line for their ordering key, after a crash between a commit and
 * {@link releaseInOrder}.
 */
export async function releaseForgotten({ db }: Pick<PlatformContext, "db">): Promise<void> {
  await db
    .updateTable("events")
    .set({ held_back: 0 })
    .where("held_back", "=", sql.lit(1))
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom("events as earlier")
            .select("earlier.position")
            .whereRef("earlier.organization_id", "=", "events.organization_id")
            .whereRef("earlier.ordering_key", "=", "events.ordering_key")
            .whereRef("earlier.position", "<", "events.position")
            .where("earlier.fanned_out_at", "is", null),
        ),
      ),
    )
    .execute();
}
