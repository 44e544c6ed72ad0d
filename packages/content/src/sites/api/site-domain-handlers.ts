import { defineFeature, type Feature, type Platform } from "@plugboard/platform";
import { isoTime, numberKey, optionalIsoTime, paginate, showPage } from "@plugboard/platform/product";
import type { SiteDomain } from "../../client/types.ts";
import { siteDomainOperations } from "../contract/site-domain-operations.ts";
import {
  addSiteDomain,
  checkSiteDomain,
  describeDomain,
  listSiteDomains,
  removeSiteDomain,
  type ResolveTxt,
  type StoredDomain,
} from "../site-domains.ts";

/** Creates the API of sites' domains. Without `resolveTxt`, they can't be verified. */
export function createSiteDomainFeature(resolveTxt: ResolveTxt | undefined): Feature {
  return defineFeature(siteDomainOperations, (platform) => ({
    listSiteDomains: async ({ params, query }) =>
      await showPage(
        paginate(
          await listSiteDomains(platform, params.siteId),
          ({ created_at, domain }) => `${numberKey(created_at)}.${domain}`,
          query,
        ),
        (domain) => show(platform, domain),
      ),
    addSiteDomain: async ({ params, body }) =>
      show(platform, await addSiteDomain(platform, params.siteId, body.domain)),
    checkSiteDomain: async ({ params }) =>
      show(platform, await checkSiteDomain(platform, resolveTxt, params.siteId, params.domainName)),
    removeSiteDomain: async ({ params }) =>
      await removeSiteDomain(platform, params.siteId, params.domainName),
  }));
}

function show(platform: Platform, domain: StoredDomain): SiteDomain {
  return {
    ...describeDomain(platform, domain),
    checkedAt: optionalIsoTime(domain.checked_at ?? undefined),
    createdAt: isoTime(domain.created_at),
  };
}
