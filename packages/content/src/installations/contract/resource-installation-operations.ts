import {
  defineOperations,
  installationFields,
  installationFieldsExample,
  operation,
  resourceInstallationDefinitions,
  shape,
} from "@plugboard/api/contract";
import * as z from "zod";
import { pathParameters } from "../../parameters/path-parameters.ts";
import type { SiteInstallationResource, SpaceInstallationResource } from "../../client/types.ts";

const spaceInstallationSchema = shape(
  "SpaceInstallationResource",
  "An installation in a space.",
  z.object({
    ...installationFields,
    installation: z.string(),
    space: z.string(),
    urls: z.object({ publicEndpoint: z.url() }),
  }),
);

const siteInstallationSchema = shape(
  "SiteInstallationResource",
  "An installation in a site.",
  z.object({
    ...installationFields,
    installation: z.string(),
    site: z.string(),
    space: z.string().exactOptional(),
    urls: z.object({ publicEndpoint: z.url(), published: z.url().exactOptional() }),
  }),
);

const spaceInstallationExample: SpaceInstallationResource = {
  ...installationFieldsExample,
  installation: "ins_1",
  space: "spc_1",
  urls: { publicEndpoint: "https://sites.example/integrations/ins_1" },
};

const siteInstallationExample: SiteInstallationResource = {
  ...installationFieldsExample,
  installation: "ins_1",
  site: "sit_1",
  space: "spc_1",
  urls: {
    publicEndpoint: "https://sites.example/integrations/ins_1",
    published: "https://sites.example/acme-docs",
  },
};

const spaceInstallation = resourceInstallationDefinitions(
  { kind: "space", plural: "spaces" },
  spaceInstallationSchema,
  spaceInstallationExample,
);
const siteInstallation = resourceInstallationDefinitions(
  { kind: "site", plural: "sites" },
  siteInstallationSchema,
  siteInstallationExample,
);

/** Operations for installations in spaces and sites. */
export const resourceInstallationOperations = defineOperations(
  {
    listSpaceInstallations: operation({
      method: "GET",
      path: "/installations/{installationId}/spaces",
      ...spaceInstallation.list,
    }),
    createSpaceInstallation: operation({
      method: "PUT",
      path: "/installations/{installationId}/spaces/{spaceId}",
      ...spaceInstallation.create,
    }),
    getSpaceInstallation: operation({
      method: "GET",
      path: "/installations/{installationId}/spaces/{spaceId}",
      ...spaceInstallation.read,
    }),
    updateSpaceInstallation: operation({
      method: "PATCH",
      path: "/installations/{installationId}/spaces/{spaceId}",
      ...spaceInstallation.update,
    }),
    deleteSpaceInstallation: operation({
      method: "DELETE",
      path: "/installations/{installationId}/spaces/{spaceId}",
      ...spaceInstallation.remove,
    }),
    listSiteInstallations: operation({
      method: "GET",
      path: "/installations/{installationId}/sites",
      ...siteInstallation.list,
    }),
    createSiteInstallation: operation({
      method: "PUT",
      path: "/installations/{installationId}/sites/{siteId}",
      ...siteInstallation.create,
    }),
    getSiteInstallation: operation({
      method: "GET",
      path: "/installations/{installationId}/sites/{siteId}",
      ...siteInstallation.read,
    }),
    updateSiteInstallation: operation({
      method: "PATCH",
      path: "/installations/{installationId}/sites/{siteId}",
      ...siteInstallation.update,
    }),
    deleteSiteInstallation: operation({
      method: "DELETE",
      path: "/installations/{installationId}/sites/{siteId}",
      ...siteInstallation.remove,
    }),
    createSpaceConnectTicket: operation({
      method: "POST",
      path: "/installations/{installationId}/spaces/{spaceId}/connect/{property}",
      ...spaceInstallation.createConnectTicket,
    }),
    createSiteConnectTicket: operation({
      method: "POST",
      path: "/installations/{installationId}/sites/{siteId}/connect/{property}",
      ...siteInstallation.createConnectTicket,
    }),
  },
  pathParameters,
);
