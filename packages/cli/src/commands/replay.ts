import { listInstallationDeliveries, sendDeliveryAgain } from "@plugboard/api/routes";
import { CliError } from "../terminal/cli-error.ts";
import type { CommandContext } from "./command-context.ts";
import { findOwnInstallation } from "./own-installation.ts";

/** Resends an event to the installation's original targets: the integration and its webhook endpoints. */
export async function replay(
  context: CommandContext,
  eventId: string | undefined,
  { organization }: { readonly organization?: string | undefined },
): Promise<void> {
  const { server, installation } = await findOwnInstallation(context, { organization });
  const { api } = server;
  const params = { installationId: installation.id };
  const { items } = await api.call(listInstallationDeliveries, { params, query: { eventId } });
  const [newest] = items;
  // Defaults to the latest event.
  const chosen = items.filter((delivery) => delivery.eventId === newest?.eventId);
  if (newest === undefined) {
    const what = eventId === undefined ? "No event" : `No event ${eventId}`;
    throw new CliError("not_found", `${what} was delivered to this installation.`, {
      next: "See `plugboard tail`.",
    });
  }
  for (const { id: deliveryId } of chosen)
    await api.call(sendDeliveryAgain, { params: { ...params, deliveryId } });
  const { eventType: type } = newest;
  context.terminal.show(
    { eventId: newest.eventId, type, deliveries: chosen.map(({ id }) => id) },
    `Resending ${type} ${newest.eventId}.`,
  );
}
