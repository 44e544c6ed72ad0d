import type { SiteInstallationResource, SpaceInstallationResource } from "@plugboard/api/client";
import * as z from "zod";
import { type Principal, requireAdmin, requireInstallation } from "../access/principal.ts";
import { getSite } from "../content/content.ts";
import { installIntoResource } from "../installations/install-integration.ts";
import {
  findResourceInstallation,
  getInstallation,
  listResourceInstallations,
  type ResourceInstallationRecord,
  type ResourceKind,
} from "../installations/installations.ts";
import { getIntegration } from "../integrations/integrations.ts";
import { found } from "../common/platform-error.ts";
import { removeInstallation, updateInstallation } from "../installations/update-installation.ts";
import type { Services } from "../platform/services.ts";
import { installationUpdateSchema } from "./installation-operations.ts";
import { defineOperation, type Operation } from "./operation.ts";
import { listSchema, pageQuerySchema, paginate } from "./paginate.ts";
import { siteInstallationSchema, spaceInstallationSchema } from "./schemas.ts";
import { toSiteInstallationResource, toSpaceInstallationResource } from "./to-resource.ts";
import { visibleConfiguration } from "./visible-configuration.ts";

type PartResource = SpaceInstallationResource | SiteInstallationResource;

interface KindWords {
  readonly segment: string;
  readonly param: string;
  readonly schema: z.ZodType<PartResource>;
}

const words: Readonly<Record<ResourceKind, KindWords>> = {
  space: {
    segment: "spaces",
    param: "spaceId",
    schema: spaceInstallationSchema,
  },
  site: {
    segment: "sites",
    param: "siteId",
    schema: siteInstallationSchema,
  },
};

const tag = "Installations";
const listParams = z.object({ installationId: z.string() });

/** Installations into spaces and into sites: the same operations for both. */
export function createResourceInstallationOperations(services: Services): Operation[] {
  return [...createOperationsOf(services, "space"), ...createOperationsOf(services, "site")];
}

function createOperationsOf({ context, urls }: Services, kind: ResourceKind): Operation[] {
  const { segment, param, schema } = words[kind];
  const path = `/installations/{installationId}/${segment}`;
  const itemPath = `${path}/{${param}}`;
  const itemParams = z
    .object({ installationId: z.string() })
    .catchall(z.string())
    .transform((all) => ({ installationId: all.installationId, resourceId: all[param] ?? "" }));

  const show = async (part: ResourceInstallationRecord, principal: Principal): Promise<PartResource> => {
    const installation = await getInstallation(context, part.installationId);
    const { manifest } = await getIntegration(context, installation.integration);
    const configuration = visibleConfiguration(principal, manifest, kind, part.configuration);
    return kind === "space"
      ? toSpaceInstallationResource(part, urls, configuration)
      : toSiteInstallationResource(part, await getSite(context, part.resourceId), urls, configuration);
  };
  const read = async (
    installationId: string,
    resourceId: string,
    principal: Principal,
  ): Promise<PartResource> => {
    requireInstallation(principal, await getInstallation(context, installationId));
    const part = await findResourceInstallation(context, installationId, kind, resourceId);
    return await show(found(part, `installation ${installationId} in ${kind} ${resourceId}`), principal);
  };

  return [
    defineOperation({
      method: "get",
      path,
      tag,
      summary: `List the ${segment} an integration is installed in`,
      input: { params: listParams, query: pageQuerySchema },
      response: listSchema(schema),
      handle: async ({ params: { installationId }, query }, principal) => {
        requireInstallation(principal, await getInstallation(context, installationId));
        const parts = await listResourceInstallations(context, installationId, kind);
        const { items, ...rest } = paginate(parts, ({ resourceId }) => resourceId, query);
        return { items: await Promise.all(items.map((part) => show(part, principal))), ...rest };
      },
    }),
    defineOperation({
      method: "put",
      path: itemPath,
      tag,
      summary: `Install an integration into a ${kind}; emits ${kind}_installation_setup`,
      input: { params: itemParams },
      response: schema,
      status: 201,
      handle: async ({ params: { installationId, resourceId } }, principal) => {
        requireAdmin(principal);
        await installIntoResource(context, installationId, kind, resourceId);
        return await read(installationId, resourceId, principal);
      },
    }),
    defineOperation({
      method: "get",
      path: itemPath,
      tag,
      summary: `Read an installation in a ${kind}`,
      input: { params: itemParams },
      response: schema,
      handle: async ({ params: { installationId, resourceId } }, principal) =>
        await read(installationId, resourceId, principal),
    }),
    defineOperation({
      method: "patch",
      path: itemPath,
      tag,
      summary: `Edit an installation in a ${kind}`,
      input: { params: itemParams, body: installationUpdateSchema },
      response: schema,
      handle: async ({ params: { installationId, resourceId }, body }, principal) => {
        requireInstallation(principal, await getInstallation(context, installationId));
        await updateInstallation(context, { installationId, kind, resourceId }, body);
        return await read(installationId, resourceId, principal);
      },
    }),
    defineOperation({
      method: "delete",
      path: itemPath,
      tag,
      summary: `Remove an integration from a ${kind}; emits ${kind}_installation_deleted`,
      input: { params: itemParams },
      status: 204,
      handle: async ({ params: { installationId, resourceId } }, principal) => {
        requireAdmin(principal);
        await removeInstallation(context, { installationId, kind, resourceId });
      },
    }),
  ];
}
