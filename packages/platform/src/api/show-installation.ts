import type { InstallationResource } from "@plugboard/api/client";
import type { Principal } from "../access/principal.ts";
import {
  type InstallationQuery,
  type InstallationRecord,
  listInstallations,
} from "../installations/installations.ts";
import { getIntegration } from "../integrations/integrations.ts";
import type { Services } from "../platform/services.ts";
import { cutPage, type ListResponse, limitOf, type PageQuery } from "./paginate.ts";
import { toInstallationResource } from "./to-resource.ts";
import { visibleConfiguration } from "./visible-configuration.ts";

/** An installation as a caller may see it. */
export async function showInstallation(
  { context, urls }: Services,
  installation: InstallationRecord,
  principal: Principal,
): Promise<InstallationResource> {
  const { manifest } = await getIntegration(context, installation.integration);
  const { configuration } = installation;
  const visible = visibleConfiguration(principal, manifest, "organization", configuration);
  return toInstallationResource(installation, urls, visible);
}

/** A page of installations as a caller may see them. */
export async function showInstallations(
  services: Services,
  filter: Pick<InstallationQuery, "integration" | "id">,
  query: PageQuery,
  principal: Principal,
): Promise<ListResponse<InstallationResource>> {
  const rows = await listInstallations(services.context, {
    ...filter,
    ...(query.cursor !== undefined && { after: query.cursor }),
    limit: limitOf(query) + 1,
  });
  const { items, ...rest } = cutPage(rows, ({ id }) => id, query);
  return {
    items: await Promise.all(items.map((item) => showInstallation(services, item, principal))),
    ...rest,
  };
}
