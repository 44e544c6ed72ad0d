import { installationOperations } from "@plugboard/api/contract";
import { isTokenPrincipal } from "../../access/principal.ts";
import { listOptions } from "../../dispatch/list-options.ts";
import { defineFeature, type Feature } from "../../operations/feature.ts";
import { numberKey, paginate, showPage } from "../../operations/paginate.ts";
import { namedResources } from "../../resources/product-ref.ts";
import { changeStatus, removeInstallation, updateInstallation } from "../change-installation.ts";
import { getInstallation } from "../installations.ts";
import { createConnectTicket } from "./create-connect-ticket.ts";
import { showInstallation, showInstallations } from "./installation-resource.ts";

export const installationFeature: Feature = defineFeature(installationOperations, (platform) => ({
  listInstallations: async ({ query, caller, organizations: { allowed } }) =>
    await showInstallations(platform, { organizations: allowed }, query, caller),
  getInstallation: async ({ params: { installationId }, caller }) =>
    await showInstallation(platform, await getInstallation(platform, installationId), caller),
  updateInstallation: async ({ params: { installationId }, body, ifMatch, caller }) => {
    const edit = { ...body, ifUpdatedAt: ifMatch, byIntegration: isTokenPrincipal(caller) };
    await updateInstallation(platform, { installationId, kind: "organization" }, edit);
    return await showInstallation(platform, await getInstallation(platform, installationId), caller);
  },
  deleteInstallation: async ({ params: { installationId } }) =>
    await removeInstallation(platform, { installationId, kind: "organization" }),
  pauseInstallation: async ({ params: { installationId }, body: { reason }, caller }) => {
    await changeStatus(platform, installationId, "pause", reason);
    return await showInstallation(platform, await getInstallation(platform, installationId), caller);
  },
  resumeInstallation: async ({ params: { installationId }, caller }) => {
    await changeStatus(platform, installationId, "resume");
    return await showInstallation(platform, await getInstallation(platform, installationId), caller);
  },
  listPropertyOptions: async ({ params, query: { cursor, limit, query, ...location } }) => {
    const resources = namedResources(platform.product, location);
    const options = await listOptions(platform, { ...params, query, resources });
    // Keep the order of the integration, which puts the best matches first.
    const placed = options.map((option, index) => ({ option, key: numberKey(index) }));
    const page = paginate(placed, ({ key }) => key, { cursor, limit });
    return await showPage(page, ({ option }) => option);
  },
  createConnectTicket: async ({ params: { installationId, property } }) =>
    await createConnectTicket(platform, { installationId, kind: "organization" }, property),
}));
