import type { Environment, IntegrationTypes } from "@plugboard/api";

/** Returns the space or site of the environment's most specific installation. */
export function resourceOf({
  siteInstallation,
  spaceInstallation,
}: Environment<IntegrationTypes>): { readonly spaceId: string } | { readonly siteId: string } | undefined {
  if (siteInstallation) return { siteId: siteInstallation.site };
  return spaceInstallation && { spaceId: spaceInstallation.space };
}
