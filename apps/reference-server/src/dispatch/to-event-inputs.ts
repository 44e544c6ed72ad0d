import type { EventInput } from "@plugboard/webhook-delivery";
import { toReceivedEvent } from "../platform/received-event.ts";
import { decideTargets } from "./decide-targets.ts";
import type { EventRow } from "./lease-events.ts";
import type { StoredRecipient } from "./load-recipients.ts";

/** What the delivery engine is to do for one event, and whom that reaches. */
export interface FannedOutEvent {
  readonly row: EventRow;
  readonly inputs: readonly EventInput[];
  /** Those who receive it, in an envelope or by webhook. */
  readonly reached: readonly StoredRecipient[];
}

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
      };
    }),
    reached: entitled.map(({ recipient }) => recipient),
  };
}
