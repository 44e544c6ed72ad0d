import type { Endpoint } from "@plugboard/webhook-delivery";
import * as z from "zod";
import { type Principal, requireInstallation } from "../access/principal.ts";
import { getInstallation } from "../installations/installations.ts";
import { found } from "../common/platform-error.ts";
import { getWebhookEndpoint } from "../endpoints/webhook-endpoints.ts";
import type { Services } from "../platform/services.ts";

/** Where the HTTP API has something about an endpoint, and what it is called there. */
interface EndpointPlace {
  readonly path: string;
  readonly title: string;
}

/** A webhook endpoint, and the one endpoint that an installation's integration is behind. */
export const endpointPlaces: readonly EndpointPlace[] = [
  {
    path: "/installations/{installationId}/webhook-endpoints/{endpointId}",
    title: "a webhook endpoint",
  },
  { path: "/installations/{installationId}", title: "an installation's integration" },
];

interface EndpointParams {
  readonly installationId: string;
  /** The integration's own when absent. */
  readonly endpointId?: string;
}

/** The parameters of such a path. */
export const endpointParams: {
  installationId: z.ZodString;
  endpointId: z.ZodExactOptional<z.ZodString>;
} = { installationId: z.string(), endpointId: z.string().exactOptional() };

/** The endpoint that a path names. @throws PlatformError `not_found`, `forbidden` */
export async function findEndpoint(
  { context, deliveries }: Services,
  { installationId, endpointId }: EndpointParams,
  principal: Principal,
): Promise<Endpoint> {
  requireInstallation(principal, await getInstallation(context, installationId));
  if (endpointId !== undefined) return await getWebhookEndpoint(deliveries, installationId, endpointId);
  // It is made for the first event.
  const what = `delivery to the integration of installation ${installationId} yet`;
  return found(await deliveries.getEndpoint(installationId), what);
}
