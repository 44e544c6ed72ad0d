import type { EventInput, Ordering } from "@plugboard/webhook-delivery";
import { toReceivedEvent } from "../events/received-event.ts";
import { decideTargets, reachesRemoved } from "./decide-targets.ts";
import type { EventRow } from "./lease-events.ts";
import type { StoredRecipient } from "./load-recipients.ts";

/** What the delivery engine is to do for one event, and whom that reaches. */
export interface FannedOutEvent {
  readonly row: EventRow;
  readonly inputs: readonly EventInput[];
  /** Those who receive it, in an envelope or by webhook. */
  readonly reached: readonly StoredRecipient[];
}

// Handlers may count on it that the credentials of their part are there, and those of the installation go last. One that fails
// for good must not keep the others from being told.
const removalOrdering: Ordering = { key: "removal", onFailure: "skip" };

/** The deliveries of one event: for each entitled installation, its body and where it goes. */
export function toEventInputs(row: EventRow, recipients: readonly StoredRecipient[]): FannedOutEvent {
  const event = {
    type: row.type,
    ...(row.space_id !== null && { spaceId: row.space_id }),
    ...(row.site_id !== null && { siteId: row.site_id }),
  };
  const entitled = recipients
    .map((recipient) => ({ recipient, ...decideTargets(event, [recipient]) }))
    .filter(({ installationIds, endpointIds }) => installationIds.length + endpointIds.length > 0);
  return {
    row,
    inputs: entitled.map(({ recipient, installationIds, endpointIds }) => {
      const body = toReceivedEvent(row, recipient.installationId);
      return {
        id: body.eventId,
        type: row.type,
        body: JSON.stringify(body),
        endpointIds: [...installationIds, ...endpointIds],
        ...(reachesRemoved.has(row.type) && { ordering: removalOrdering }),
      };
    }),
    reached: entitled.map(({ recipient }) => recipient),
  };
}
