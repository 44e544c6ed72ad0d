import type { Delivery, Endpoint } from "@plugboard/webhook-delivery";
import type { PlatformContext } from "../database/platform-context.ts";
import { readEndpointMetadata } from "../endpoints/endpoint-metadata.ts";
import { firstWaiting } from "./event-log.ts";

const maxUnsettled = 200;
/** The callback dropped the event with these statuses. */
const droppedStatuses: ReadonlySet<number | undefined> = new Set([410, 413]);

/** Returns the ID of an event in the log, from the ID that an installation received. */
export function logIdOf(eventId: string, installationId: string): string {
  const suffix = `_${installationId.slice(installationId.indexOf("_") + 1)}`;
  return eventId.endsWith(suffix) ? eventId.slice(0, -suffix.length) : eventId;
}

/**
 * Returns a position before the oldest event that a callback has neither accepted nor dropped, and at most `upTo`. A
 * new subscription that starts there misses nothing.
 *
 * @param except - a delivery that is being sent with the result
 */
export async function findWatermark(
  context: PlatformContext,
  endpoint: Endpoint,
  { upTo, except }: { readonly upTo: number; readonly except?: string | undefined },
): Promise<number> {
  const { subscription } = readEndpointMetadata(endpoint);
  const start = subscription?.startPosition ?? 0;
  const { items, cursor } = await context.deliveries.listDeliveries({
    endpointId: endpoint.id,
    states: ["scheduled", "waiting", "sending", "failed"],
    limit: maxUnsettled,
  });
  const unsettled = items.filter(({ id, ...delivery }) => id !== except && isUnsettled(delivery));
  if (cursor !== undefined) return Math.min(start, upTo);
  const waiting = (await firstWaiting(context, subscription?.organizationId ?? "")) ?? Infinity;
  const ids = unsettled.map(({ eventId }) => logIdOf(eventId, endpoint.tenant));
  const oldest = ids.length === 0 ? undefined : await firstOf(context, ids);
  return Math.min(upTo, waiting - 1, (oldest ?? Infinity) - 1);
}

function isUnsettled({
  state,
  lastStatus,
  lastErrorCode,
}: Pick<Delivery, "state" | "lastStatus" | "lastErrorCode">): boolean {
  // Events that are too large can't be replayed.
  const isSettled = droppedStatuses.has(lastStatus) || lastErrorCode === "invalid_request";
  return state !== "failed" || !isSettled;
}

async function firstOf({ db }: PlatformContext, ids: readonly string[]): Promise<number | undefined> {
  const row = await db
    .selectFrom("events")
    .select(({ fn }) => fn.min("position").as("position"))
    .where("id", "in", ids)
    .executeTakeFirst();
  return row?.position ?? undefined;
}
