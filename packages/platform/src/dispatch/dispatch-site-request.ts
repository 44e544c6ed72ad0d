import type { SiteRequestMap, SiteRequestType } from "@plugboard/api";
import { createId } from "../common/create-id.ts";
import { PlatformError } from "../common/platform-error.ts";
import { getInstallation } from "../installations/installations.ts";
import { getInstalled } from "../integrations/integrations.ts";
import { namedResources } from "../resources/product-ref.ts";
import { callIntegration } from "./call-integration.ts";
import { buildDispatchTarget, type DispatchContext } from "./dispatch-target.ts";
import type { RunnerResponse } from "./integration-runner.ts";

/** A site's request to an integration; its event id is created here. */
export type SiteRequest = {
  readonly [Type in SiteRequestType]: Omit<SiteRequestMap[Type], "eventId">;
}[SiteRequestType];

/**
 * Sends a site's request to an integration and returns the response.
 *
 * @throws PlatformError `not_found` if the installation was removed or its integration has no handler,
 * `forbidden` if it is paused, or `integration_unreachable`
 *
 * @example
 * import { dispatchSiteRequest, type Platform } from "@plugboard/platform";
 *
 * declare const platform: Platform;
 * const ids = { installationId: "ins_1", siteId: "sit_1" };
 * const script = await dispatchSiteRequest(platform, { type: "fetch_published_script", ...ids });
 * console.log(script.status);
 */
export async function dispatchSiteRequest(
  context: DispatchContext,
  request: SiteRequest,
): Promise<RunnerResponse> {
  const installation = await getInstallation(context, request.installationId);
  const integration = await getInstalled(context, installation);
  if (!integration.description.siteRequests?.includes(request.type))
    throw new PlatformError("not_found", `${integration.name} does not handle ${request.type}.`);
  const resources = namedResources(context.product, request);
  const target = await buildDispatchTarget(context, { installation, integration, resources });
  return await callIntegration(context, target, {
    eventId: createId("evt", context.now()),
    ...request,
  });
}
