import * as z from "zod";
import { comparablePath } from "../integrations/endpoint-access.ts";
import { requireAdmin } from "../access/principal.ts";
import { configurationSection } from "../installations/check-configuration.ts";
import { findResourceInstallation, getInstallation } from "../installations/installations.ts";
import { getIntegration, type Integration } from "../integrations/integrations.ts";
import { found } from "../common/platform-error.ts";
import type { InstallationPlace } from "../installations/setup-event.ts";
import { publicEndpointOf } from "../common/platform-urls.ts";
import type { Services } from "../platform/services.ts";
import { defineOperation, type Operation } from "./operation.ts";
import { isoTime } from "./to-resource.ts";

const levels = [
  { kind: "organization", path: "", of: "an installation" },
  { kind: "space", path: "/spaces/{spaceId}", of: "an installation in a space" },
  { kind: "site", path: "/sites/{siteId}", of: "an installation in a site" },
] as const;

const params = z.object({
  installationId: z.string(),
  property: z.string(),
  spaceId: z.string().exactOptional(),
  siteId: z.string().exactOptional(),
});

const connection = z.object({
  /** Where the ticket is posted, as the form field `ticket`, from a page of the console. */
  url: z.url(),
  ticket: z.string(),
  expiresAt: z.iso.datetime(),
});

/** Tickets for the buttons among the settings, on every level: what they open is open to nobody else. */
export function createConnectOperations({ context, connectTickets, urls }: Services): Operation[] {
  return levels.map(({ kind, path, of }) =>
    defineOperation({
      method: "post",
      path: `/installations/{installationId}${path}/connect/{property}`,
      tag: "Installations",
      summary: `Get a ticket that opens the callback of a button among the settings of ${of}`,
      input: { params },
      response: connection,
      status: 201,
      handle: async ({ params: { installationId, property, ...part } }, principal) => {
        requireAdmin(principal);
        const installation = await getInstallation(context, installationId);
        const integration = await getIntegration(context, installation.integration);
        const resourceId = part.spaceId ?? part.siteId;
        if (kind !== "organization" && resourceId !== undefined) {
          const place = await findResourceInstallation(context, installationId, kind, resourceId);
          found(place, `installation ${installationId} in ${kind} ${resourceId}`);
        }
        const callback = findCallback(integration, kind, property);
        const { ticket, expiresAt } = await connectTickets.issue({
          installationId,
          ...part,
          path: comparablePath(callback),
        });
        const url = `${publicEndpointOf(urls, installationId)}${callback}`;
        return { url, ticket, expiresAt: isoTime(expiresAt) };
      },
    }),
  );
}

/** The path that a button opens. @throws PlatformError `not_found` */
function findCallback(
  { name, manifest }: Integration,
  kind: InstallationPlace["kind"],
  property: string,
): string {
  const properties = configurationSection(manifest, kind)?.properties ?? {};
  const setting = Object.hasOwn(properties, property) ? properties[property] : undefined;
  const callback = setting?.type === "button" ? setting.callback_url : undefined;
  return found(callback, `button ${property} among the ${kind} settings of ${name}`);
}
