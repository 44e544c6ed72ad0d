import type { RuntimeEventType } from "@plugboard/api";
import type { PlatformContext } from "../database/platform-context.ts";
import { appendEvent, type NewEvent } from "./append-event.ts";

/**
 * Accepts an event of the product around the platform, in a transaction of its own: when the promise resolves, it is durable,
 * and everybody entitled to it receives it.
 *
 * @returns the event's id
 * @example
 * import { emitEvent, type Platform } from "@plugboard/platform";
 *
 * async function onSaved(platform: Platform, spaceId: string, revisionId: string): Promise<void> {
 *   await emitEvent(platform, { type: "space_content_updated", fields: { spaceId, revisionId }, spaceId });
 * }
 */
export async function emitEvent<Type extends RuntimeEventType>(
  { db, now, onEvent }: PlatformContext,
  event: NewEvent<Type>,
): Promise<string> {
  const id = await db.transaction().execute((transaction) => appendEvent(transaction, event, now()));
  onEvent();
  return id;
}
