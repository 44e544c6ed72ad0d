import { listInstallationDeliveries, sendDeliveryAgain } from "@plugboard/api/routes";
import { CliError } from "../terminal/cli-error.ts";
import type { CommandContext } from "./command-context.ts";
import { findOwnInstallation } from "./own-installation.ts";

/** Sends an event to the installation again: to the integration and to its webhook endpoints, wherever it went before. */
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
  // Without a name it is the last one that arrived.
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
    `${type} ${newest.eventId} is sent again.`,
  );
}
