import { eventScopes } from "@plugboard/api";
import { grantedScopes } from "../installations/consent.ts";
import type { PlatformContext } from "../database/platform-context.ts";
import { endpointKinds, listEndpoints } from "../endpoints/list-endpoints.ts";
import { endpointEventTypes } from "../endpoints/webhook-endpoints.ts";
import { audienceOf, type EmittedEventType } from "../events/sample-event.ts";
import { findResourceInstallation, getInstallation } from "../installations/installations.ts";
import { getInstalled } from "../integrations/integrations.ts";
import { reachesPending } from "./decide-targets.ts";

/** The space or site of an event. */
export interface EventLocation {
  readonly spaceId?: string | undefined;
  readonly siteId?: string | undefined;
}

/**
 * Returns why an installation does not receive events of a type, as a message for its author. `undefined` if
 * it does.
 *
 * @throws PlatformError `not_found`
 *
 * @example
 * import { explainRecipient, type Platform } from "@plugboard/platform";
 *
 * declare const platform: Platform;
 * const reason = await explainRecipient(platform, "ins_1", "page_feedback", { siteId: "sit_1" });
 * console.log(reason ?? "It receives them.");
 */
export async function explainRecipient(
  context: PlatformContext,
  installationId: string,
  type: EmittedEventType,
  location: EventLocation,
): Promise<string | undefined> {
  const installation = await getInstallation(context, installationId, { removed: true });
  const { removed, status } = installation;
  if (removed) return "the integration was uninstalled";
  const { manifest, description } = await getInstalled(context, installation);
  const scope = eventScopes[type];
  if (scope !== undefined && !manifest.scopes.includes(scope))
    return `the manifest does not name the scope ${scope}`;
  if (scope !== undefined && !grantedScopes(manifest, installation).includes(scope))
    return `the organization has not consented to the scope ${scope} yet`;
  const needsActive = !reachesPending(type);
  if (needsActive && status === "pending") return "the installation is pending; complete its configuration";
  const audience = audienceOf(type);
  for (const kind of ["space", "site"] as const) {
    if (!audience.startsWith(kind)) continue;
    const resourceId = location[`${kind}Id`];
    const resource =
      resourceId === undefined
        ? undefined
        : await findResourceInstallation(context, installationId, kind, resourceId);
    if (resource === undefined) return `the integration is not installed in the ${kind}`;
    if (needsActive && resource.status === "pending")
      return `the ${kind} installation is pending; complete its configuration`;
  }
  if (!description.events.includes(type) && !(await hasWebhook(context, installationId, type)))
    return "the integration does not handle it";
  return status === "paused" ? "the installation is paused" : undefined;
}

async function hasWebhook(
  context: PlatformContext,
  installationId: string,
  type: EmittedEventType,
): Promise<boolean> {
  const endpoints = await listEndpoints(context, installationId);
  return endpoints.some(
    (endpoint) =>
      endpoint.kind === endpointKinds.webhook &&
      endpointEventTypes(context, endpoint).some((own) => own === type),
  );
}
