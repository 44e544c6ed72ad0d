import type { InstallationResource } from "@plugboard/api/client";
import * as z from "zod";
import { type Principal, requireAdmin, requireInstallation } from "../access/principal.ts";
import { holdEndpoints } from "../endpoints/hold-endpoints.ts";
import { settleEndpoints } from "../delivery/settle-endpoints.ts";
import { getInstallation } from "../installations/installations.ts";
import {
  changeStatus,
  type InstallationEdit,
  removeInstallation,
  updateInstallation,
} from "../installations/update-installation.ts";
import type { Services } from "../platform/services.ts";
import { defineOperation, type Operation } from "./operation.ts";
import { listSchema, pageQuerySchema } from "./paginate.ts";
import { installationSchema } from "./schemas.ts";
import { showInstallation, showInstallations } from "./show-installation.ts";

const tag = "Installations";
const params = z.object({ installationId: z.string() });

/** What may be edited of an installation, on every level. */
export const installationUpdateSchema: z.ZodType<InstallationEdit> = z.object({
  configuration: z.record(z.string(), z.unknown()).exactOptional(),
  externalIds: z.array(z.string().min(1).max(200)).max(100).exactOptional(),
  ifUpdatedAt: z.iso.datetime().exactOptional(),
});

/** Installations of organizations. */
export function createInstallationOperations(services: Services): Operation[] {
  const { context, deliveries } = services;
  const read = async (id: string, principal: Principal): Promise<InstallationResource> => {
    const installation = await getInstallation(context, id);
    requireInstallation(principal, installation);
    return await showInstallation(services, installation, principal);
  };
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
        await changeStatus(context, { installationId, kind: "organization" }, { type });
        // The event does the same wherever it is fanned out; here it is done before the answer.
        await holdEndpoints(context, deliveries, installationId);
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
        return await showInstallations(services, {}, query, principal);
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
        await updateInstallation(context, { installationId, kind: "organization" }, body);
        return await read(installationId, principal);
      },
    }),
    defineOperation({
      method: "delete",
      path: "/installations/{installationId}",
      tag,
      summary:
        "Remove an installation, its parts in spaces and sites and its webhook endpoints; each part is told, and the installation last",
      input: { params },
      status: 204,
      handle: async ({ params: { installationId } }, principal) => {
        requireAdmin(principal);
        await removeInstallation(context, { installationId, kind: "organization" });
        // The event does the same wherever it is fanned out; here it is done before the answer.
        await settleEndpoints(context, deliveries, {
          type: "installation_deleted",
          installation_id: installationId,
          space_id: null,
          site_id: null,
          created_at: context.now(),
        });
      },
    }),
    statusOperation("pause", "Hold back an installation's events"),
    statusOperation("resume", "Let an installation's events through again"),
  ];
}
