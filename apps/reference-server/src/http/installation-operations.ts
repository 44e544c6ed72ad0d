import type { InstallationResource } from "@plugboard/api/client";
import { z } from "zod";
import { type Principal, requireAdmin, requireInstallation } from "../auth/principal.ts";
import { getInstallation, type InstallationRecord, listInstallations } from "../platform/installations.ts";
import { getIntegration } from "../platform/integrations.ts";
import type { InstallationPlace } from "../platform/setup-event.ts";
import { changeStatus, removeInstallation, updateInstallation } from "../platform/update-installation.ts";
import type { Services } from "../services.ts";
import { defineOperation, type Operation } from "./operation.ts";
import { listSchema, pageQuerySchema, paginate } from "./paginate.ts";
import { installationSchema } from "./schemas.ts";
import { toInstallationResource } from "./to-resource.ts";
import { visibleConfiguration } from "./visible-configuration.ts";

const tag = "Installations";
const params = z.object({ installationId: z.string() });

/** What may be edited of an installation, on every level. */
export const installationUpdateSchema = z.object({
  configuration: z.record(z.string(), z.unknown()).exactOptional(),
  externalIds: z.array(z.string().min(1)).max(100).exactOptional(),
  ifUpdatedAt: z.iso.datetime().exactOptional(),
});

/** Installations of organizations. */
export function createInstallationOperations({ context, urls }: Services): Operation[] {
  const toResource = async (
    installation: InstallationRecord,
    principal: Principal,
  ): Promise<InstallationResource> => {
    const { manifest } = await getIntegration(context, installation.integration);
    const configuration = visibleConfiguration(
      principal,
      manifest,
      "organization",
      installation.configuration,
    );
    return toInstallationResource(installation, urls, configuration);
  };
  const read = async (id: string, principal: Principal): Promise<InstallationResource> => {
    const installation = await getInstallation(context, id);
    requireInstallation(principal, installation);
    return await toResource(installation, principal);
  };
  const placeOf = (installationId: string): InstallationPlace => ({ installationId, kind: "organization" });
  const statusOperation = (type: "pause" | "resume", summary: string): Operation =>
    defineOperation({
      method: "post",
      path: `/installations/{installationId}/${type}`,
      tag,
      summary,
      input: { params },
      response: installationSchema,
      handle: async ({ params: { installationId } }, principal) => {
        requireAdmin(principal);
        await changeStatus(context, placeOf(installationId), { type });
        return await read(installationId, principal);
      },
    });
  return [
    defineOperation({
      method: "get",
      path: "/installations",
      tag,
      summary: "List installations",
      input: { query: pageQuerySchema },
      response: listSchema(installationSchema),
      handle: async ({ query }, principal) => {
        requireAdmin(principal);
        const installations = await listInstallations(context);
        const resources = await Promise.all(
          installations.map((installation) => toResource(installation, principal)),
        );
        return paginate(resources, ({ id }) => id, query);
      },
    }),
    defineOperation({
      method: "get",
      path: "/installations/{installationId}",
      tag,
      summary: "Read an installation",
      input: { params },
      response: installationSchema,
      handle: async ({ params: { installationId } }, principal) => await read(installationId, principal),
    }),
    defineOperation({
      method: "patch",
      path: "/installations/{installationId}",
      tag,
      summary: "Edit an installation; an edit of its configuration emits installation_setup",
      input: { params, body: installationUpdateSchema },
      response: installationSchema,
      handle: async ({ params: { installationId }, body }, principal) => {
        requireInstallation(principal, await getInstallation(context, installationId));
        await updateInstallation(context, placeOf(installationId), body);
        return await read(installationId, principal);
      },
    }),
    defineOperation({
      method: "delete",
      path: "/installations/{installationId}",
      tag,
      summary: "Remove an installation; emits installation_deleted",
      input: { params },
      status: 204,
      handle: async ({ params: { installationId } }, principal) => {
        requireAdmin(principal);
        await removeInstallation(context, placeOf(installationId));
      },
    }),
    statusOperation("pause", "Hold back an installation's events"),
    statusOperation("resume", "Let an installation's events through again"),
  ];
}
