import type { ConnectTicket } from "@plugboard/api/client";
import { orNotFound } from "../../common/platform-error.ts";
import { publicEndpointOf } from "../../common/platform-urls.ts";
import { isoTime } from "../../common/iso-time.ts";
import { comparablePath } from "../../integrations/endpoint-access.ts";
import { getInstalled, type Integration } from "../../integrations/integrations.ts";
import type { Platform } from "../../operations/platform.ts";
import type { InstallationRef } from "../installation-event.ts";
import { configurationSection } from "../installation-rules.ts";
import { findResourceInstallation, getInstallation } from "../installations.ts";

/** Creates a ticket for a settings button. The path it opens is otherwise closed. */
export async function createConnectTicket(
  platform: Platform,
  ref: InstallationRef,
  property: string,
): Promise<ConnectTicket> {
  const { installationId, kind } = ref;
  const installation = await getInstallation(platform, installationId);
  const integration = await getInstalled(platform, installation);
  if (ref.resourceId !== undefined) {
    const record = await findResourceInstallation(platform, installationId, ref.kind, ref.resourceId);
    orNotFound(record, `installation ${installationId} in ${kind} ${ref.resourceId}`);
  }
  const callback = findCallback(integration, kind, property);
  const { ticket, expiresAt } = await platform.connectTickets.issue({
    installationId,
    resource: ref.resourceId === undefined ? undefined : { kind: ref.kind, id: ref.resourceId },
    path: comparablePath(callback),
  });
  const url = `${publicEndpointOf(platform.urls, installationId)}${callback}`;
  return { url, ticket, expiresAt: isoTime(expiresAt) };
}

/** Returns the path that a button opens. @throws PlatformError `not_found` */
function findCallback(
  { name, manifest }: Integration,
  kind: InstallationRef["kind"],
  property: string,
): string {
  const properties = configurationSection(manifest, kind)?.properties ?? {};
  const setting = Object.hasOwn(properties, property) ? properties[property] : undefined;
  const callback = setting?.type === "button" ? setting.callback_url : undefined;
  return orNotFound(callback, `button ${property} among the ${kind} settings of ${name}`);
}
