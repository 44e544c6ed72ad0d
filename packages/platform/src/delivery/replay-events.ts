import type { EventReplay, ReplayedEvents } from "@plugboard/api/client";
import { type Endpoint, matchesEventType } from "@plugboard/webhook-delivery";
import { PlatformError } from "../common/platform-error.ts";
import type { PlatformContext } from "../database/platform-context.ts";
import type { EventRow } from "../database/tables.ts";
import { toEventInputs } from "./decide-targets.ts";
import { loadRecipientParts } from "./recipients.ts";
import { requireVisible } from "../database/visible-event-types.ts";
import { getInstallation } from "../installations/installations.ts";

const batchSize = 200;
/** The tolerance for creation times that are out of order (ms), because server clocks differ. */
const clockTolerance = 60_000;

/**
 * Sends an organization's stored events from a time range to an endpoint, including events it already
 * received. Each call processes 200 events.
 *
 * @throws PlatformError `conflict` if the endpoint is disabled, `forbidden` for types that a portal session does not
 * include
 */
export async function replayEvents(
  context: PlatformContext,
  endpoint: Endpoint,
  { since, before, eventTypes, cursor }: EventReplay,
): Promise<ReplayedEvents> {
  if (endpoint.status === "disabled") {
    throw new PlatformError(
      "conflict",
      `Endpoint ${endpoint.id} is disabled. Enable it before replaying events.`,
    );
  }
  requireVisible(eventTypes);
  const { organizationId } = await getInstallation(context, endpoint.tenant);
  const [start, end] = [Date.parse(since), before === undefined ? context.now() : Date.parse(before)];
  const first = await firstPosition(context, organizationId, start - clockTolerance);
  const rows = await context.db
    .selectFrom("events")
    .selectAll()
    .where("organization_id", "=", organizationId)
    .where("position", ">=", cursor === undefined ? first : Number(cursor) + 1)
    .where("position", "<", await firstPosition(context, organizationId, end + clockTolerance))
    .where("created_at", ">=", start)
    .where("created_at", "<", end)
    .where("fanned_out_at", "is not", null)
    .where("expunged_at", "is", null)
    .orderBy("position")
    .limit(batchSize)
    .execute();
  const chosen = rows.filter(
    ({ type, installation_id: only }) =>
      (only === null || only === endpoint.tenant) &&
      (eventTypes === undefined || matchesEventType(eventTypes, type)),
  );
  const replayed = await sendTo(context, endpoint, chosen);
  const last = rows.at(-1);
  return {
    replayed,
    next: rows.length < batchSize || last === undefined ? undefined : String(last.position),
  };
}

/**
 * Sends an endpoint the events that its installation may receive and its subscription includes.
 *
 * @returns the number of events
 */
export async function sendTo(
  context: PlatformContext,
  { id: endpointId, tenant }: Endpoint,
  rows: readonly EventRow[],
): Promise<number> {
  // Recipients are loaded in the order of their ids, so this one is among the first after its own prefix.
  const justBefore = tenant.slice(0, -1);
  const addresses = rows.map((row) => ({ ...row, fan_out_after: justBefore }));
  const parts = await loadRecipientParts(context, addresses);
  const inputs = rows.flatMap((row, index) => {
    const recipients = (parts[index]?.recipients ?? [])
      .filter(({ installationId }) => installationId === tenant)
      .map((recipient) => ({
        ...recipient,
        // Only to the endpoint, not to the integration.
        handles: [],
        endpoints: recipient.endpoints.filter(({ id }) => id === endpointId),
      }));
    return toEventInputs(row, recipients, context.product).inputs.map((input) => ({
      ...input,
      expiresAt: undefined,
    }));
  });
  const enqueued = await context.deliveries.enqueue(inputs);
  const existing = enqueued.flatMap(({ deliveries }) => deliveries).filter(({ created }) => !created);
  for (const { id } of existing) await context.deliveries.resend(id);
  return inputs.length;
}

/**
 * Returns the position of an organization's first event since a time. Positions follow creation times, so a
 * binary search finds it in a few lookups, without another index to maintain.
 */
export async function firstPosition(
  { db }: PlatformContext,
  organizationId: string,
  time: number,
): Promise<number> {
  const events = db
    .selectFrom("events")
    .select(["position", "created_at"])
    .where("organization_id", "=", organizationId)
    .limit(1);
  const newest = await events.orderBy("position", "desc").executeTakeFirst();
  let low = 0;
  let high = (newest?.position ?? 0) + 1;
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    const event = await events.where("position", ">=", middle).orderBy("position").executeTakeFirst();
    if (event !== undefined && event.created_at < time) low = event.position + 1;
    else high = middle;
  }
  return low;
}
