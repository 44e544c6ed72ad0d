import type { SiteInstallationResource, SpaceInstallationResource } from "@plugboard/api/client";
import { resourceInstallationOperations } from "@plugboard/api/contract";
import { defineFeature, type Feature } from "@plugboard/platform";
import { createResourceInstallationHandlers } from "@plugboard/platform/product";

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
