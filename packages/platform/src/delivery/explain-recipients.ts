import { isCustomEventType, scopeOfEvent } from "@plugboard/api";
import type { EventRecipient, NotReached } from "@plugboard/api/client";
import { orNotFound } from "../common/platform-error.ts";
import type { PlatformContext } from "../database/platform-context.ts";
import { type AddressedEvent, toAddressedEvent, whyNotDispatched, whyNotSent } from "./decide-targets.ts";
import { loadInstallations, loadRecipients, type StoredRecipient } from "./recipients.ts";

/**
 * Returns the recipients of an event, and for each other installation of the organization why its integration
 * and webhook endpoints did not receive it. Recipients are those recorded at fan-out; the reasons reflect the
 * current state.
 *
 * @throws PlatformError `not_found`
 */
export async function explainRecipients(
  context: PlatformContext,
  eventId: string,
): Promise<EventRecipient[]> {
  const row = await context.db.selectFrom("events").selectAll().where("id", "=", eventId).executeTakeFirst();
  const event = orNotFound(row, `event ${eventId}`);
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
    ...addressed.flatMap((recipient) =>
      explain(toAddressedEvent(event, recipient.installationId, context.product), recipient, {
        isWaiting: event.fanned_out_at === null,
        isNoted: reached.has(recipient.installationId),
      }),
    ),
    ...others.flatMap((recipient) =>
      targetsOf(recipient).map((target) => describe(event, target, elsewhere)),
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

function explain(
  event: AddressedEvent,
  recipient: StoredRecipient,
  { isWaiting, isNoted }: { readonly isWaiting: boolean; readonly isNoted: boolean },
): EventRecipient[] {
  return targetsOf(recipient).map((target) => {
    const endpoint = recipient.endpoints.find(({ id }) => id === target.endpointId);
    const refusal =
      endpoint === undefined ? whyNotDispatched(event, recipient) : whyNotSent(event, recipient, endpoint);
    const reason = refusal ?? (isWaiting ? "not_due" : isNoted ? undefined : "too_late");
    return describe(event, target, reason);
  });
}

type DescribedEvent = Pick<AddressedEvent, "type" | "scope">;

function describe(
  event: DescribedEvent,
  target: EventRecipient,
  reason: NotReached | undefined,
): EventRecipient {
  return reason === undefined ? target : { ...target, reason, detail: details[reason](event) };
}

const details: Readonly<Record<NotReached, (event: DescribedEvent) => string>> = {
  removed: () => "The installation was removed.",
  pending: () =>
    "The installation is pending, or its installation in this space or site is: a required setting is missing.",
  no_scope: ({ type, scope = scopeOfEvent(type) }) =>
    `The manifest of the integration lacks the scope ${scope ?? ""}.`,
  not_handled: ({ type }) =>
    isCustomEventType(type)
      ? "Custom events are only sent to webhook endpoints."
      : `The integration has no handler for ${type}.`,
  not_subscribed: ({ type }) => `The endpoint is not subscribed to ${type}.`,
  other_location: () => "The endpoint is for another space or site.",
  other_channel: () => "The event is in none of the channels of the endpoint.",
  filtered: () => "The event does not match the filter of the endpoint.",
  not_due: () => "The event is still being processed.",
  other_installation: () => "The event is for another installation.",
  not_installed_here: () => "The integration is not installed in this space or site.",
  disabled: () => "The endpoint is disabled.",
  too_late: () => "It became eligible after the event was sent.",
};
