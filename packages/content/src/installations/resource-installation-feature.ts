import type { SiteInstallationResource, SpaceInstallationResource } from "../client/types.ts";
import { defineFeature, type Feature } from "@plugboard/platform";
import { createResourceInstallationHandlers } from "@plugboard/platform/product";
import { resourceInstallationOperations } from "./contract/resource-installation-operations.ts";

/** The API of installations in spaces and sites. */
export const resourceInstallationFeature: Feature = defineFeature(
  resourceInstallationOperations,
  (platform) => {
    const space = createResourceInstallationHandlers<SpaceInstallationResource>(platform, "space");
    const site = createResourceInstallationHandlers<SiteInstallationResource>(platform, "site");
    return {
      listSpaceInstallations: space.list,
      createSpaceInstallation: space.create,
      getSpaceInstallation: space.get,
      updateSpaceInstallation: space.update,
      deleteSpaceInstallation: space.remove,
      createSpaceConnectTicket: space.createConnectTicket,
      listSiteInstallations: site.list,
      createSiteInstallation: site.create,
      getSiteInstallation: site.get,
      updateSiteInstallation: site.update,
      deleteSiteInstallation: site.remove,
      createSiteConnectTicket: site.createConnectTicket,
    };
  },
);
