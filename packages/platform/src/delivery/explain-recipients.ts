import { type CustomEventType, isCustomEventType, type RuntimeEventType, scopeOfEvent } from "@plugboard/api";
import type { EventRecipient, NotReached } from "@plugboard/api/client";
import { found } from "../common/platform-error.ts";
import type { PlatformContext } from "../database/platform-context.ts";
import type { EventRow } from "../database/tables.ts";
import { toAddressedEvent, whyNotDispatched, whyNotSent } from "./decide-targets.ts";
import { loadInstallations, loadRecipients, type StoredRecipient } from "./recipients.ts";

/**
 * Who an event reaches, and for every other installation of the organization why not: its integration, and each of its webhook
 * endpoints. Whether an installation was reached is what was noted then; why not is how it is now.
 *
 * @throws PlatformError `not_found`
 */
export async function explainRecipients(
  context: PlatformContext,
  eventId: string,
): Promise<EventRecipient[]> {
  const row = await context.db.selectFrom("events").selectAll().where("id", "=", eventId).executeTakeFirst();
  const event = found(row, `event ${eventId}`);
  const addressed = await loadRecipients(context, event);
  const here = new Map(addressed.map((recipient) => [recipient.installationId, recipient]));
  const others = (await loadInstallations(context, event.organization_id)).filter(
    ({ installationId }) => !here.has(installationId),
  );
  const noted = await context.db
    .selectFrom("event_recipients")
    .select("installation_id")
    .where("organization_id", "=", event.organization_id)
    .where("event_position", "=", event.position)
    .execute();
  const reached = new Set(noted.map(({ installation_id }) => installation_id));
  const elsewhere = event.installation_id === null ? "not_installed_here" : "other_installation";
  return [
    ...addressed.flatMap((recipient) => explain(event, recipient, reached.has(recipient.installationId))),
    ...others.flatMap((recipient) =>
      targetsOf(recipient).map((target) => describe(event.type, target, elsewhere)),
    ),
  ];
}

function targetsOf({
  installationId,
  integration,
  integrationEndpoint,
  endpoints,
}: StoredRecipient): EventRecipient[] {
  const own = { installationId, integration, holds: integrationEndpoint?.holds ?? [] };
  return [
    own,
    ...endpoints.map(({ id, holds = [] }) => ({ installationId, integration, endpointId: id, holds })),
  ];
}

function explain(row: EventRow, recipient: StoredRecipient, isNoted: boolean): EventRecipient[] {
  const event = toAddressedEvent(row, recipient.installationId);
  return targetsOf(recipient).map((target) => {
    const endpoint = recipient.endpoints.find(({ id }) => id === target.endpointId);
    const refusal =
      endpoint === undefined ? whyNotDispatched(event, recipient) : whyNotSent(event, recipient, endpoint);
    const isWaiting = row.fanned_out_at === null;
    const reason = refusal ?? (isWaiting ? "not_due" : isNoted ? undefined : "too_late");
    return describe(row.type, target, reason);
  });
}

type EventType = RuntimeEventType | CustomEventType;

function describe(type: EventType, target: EventRecipient, reason: NotReached | undefined): EventRecipient {
  return reason === undefined ? target : { ...target, reason, detail: details[reason](type) };
}

const details: Readonly<Record<NotReached, (type: EventType) => string>> = {
  removed: () => "The installation was removed.",
  pending: () =>
    "The installation, or its installation in this space or site, is pending: a required setting is missing.",
  no_scope: (type) => `The integration's manifest does not name the scope ${scopeOfEvent(type) ?? ""}.`,
  not_handled: (type) =>
    isCustomEventType(type)
      ? "Custom events go to webhook endpoints."
      : `The integration has no handler for ${type}.`,
  not_subscribed: (type) => `The endpoint does not name ${type} among its event types.`,
  other_place: () => "The endpoint is for another space or site.",
  other_channel: () => "The endpoint is for channels, and the event is of none of them.",
  filtered: () => "The event does not meet a condition of the endpoint's filter.",
  not_due: () => "The event is not sent out yet.",
  other_installation: () => "The event is for another installation.",
  not_installed_here: () => "The installation has none in this space or site.",
  disabled: () => "The endpoint is disabled.",
  too_late: () => "It became entitled to the event after the event was sent out.",
};
