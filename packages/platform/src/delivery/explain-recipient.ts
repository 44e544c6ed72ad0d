import { scopeOfEvent } from "@plugboard/api";
import { grantedScopes } from "../installations/consent.ts";
import type { PlatformContext } from "../database/platform-context.ts";
import { endpointKinds, listEndpoints } from "../endpoints/list-endpoints.ts";
import { endpointEventTypes } from "../endpoints/webhook-endpoints.ts";
import { findResourceInstallation, getInstallation } from "../installations/installations.ts";
import { getInstalled } from "../integrations/integrations.ts";
import { kindOfEvent } from "../product/event-declarations.ts";
import { reachesPending } from "./decide-targets.ts";

/** The resource of an event: its id by the name of its field, such as `projectId`. */
export type EventLocation = Readonly<Record<string, string | undefined>>;

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
 * const reason = await explainRecipient(platform, "ins_1", "issue_opened", { projectId: "prj_1" });
 * console.log(reason ?? "It receives them.");
 */
export async function explainRecipient(
  context: PlatformContext,
  installationId: string,
  type: string,
  location: EventLocation,
): Promise<string | undefined> {
  const installation = await getInstallation(context, installationId, { removed: true });
  const { removed, status } = installation;
  if (removed) return "the integration was uninstalled";
  const { manifest, description } = await getInstalled(context, installation);
  const { product } = context;
  const scope = product?.contract.events?.[type]?.scope ?? scopeOfEvent(type);
  if (scope !== undefined && !manifest.scopes.includes(scope))
    return `the manifest does not name the scope ${scope}`;
  if (scope !== undefined && !grantedScopes(manifest, installation).includes(scope))
    return `the organization has not consented to the scope ${scope} yet`;
  const needsActive = !reachesPending(type);
  if (needsActive && status === "pending") return "the installation is pending; complete its configuration";
  const kind = kindOfEvent(product, type);
  if (kind !== undefined) {
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

async function hasWebhook(context: PlatformContext, installationId: string, type: string): Promise<boolean> {
  const endpoints = await listEndpoints(context, installationId);
  return endpoints.some(
    (endpoint) =>
      endpoint.kind === endpointKinds.webhook &&
      endpointEventTypes(context, endpoint).some((own) => own === type),
  );
}
