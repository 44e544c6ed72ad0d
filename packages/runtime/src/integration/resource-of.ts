import type { Environment, IntegrationTypes, ProductInstallation } from "@plugboard/api";

/** The installations that have a default here; more kinds would make every bundle larger. */
interface Installations {
  readonly siteInstallation?: ProductInstallation<"site">;
  readonly spaceInstallation?: ProductInstallation<"space">;
}

/** Returns the space or site of the environment's most specific installation. */
export function resourceOf({
  siteInstallation,
  spaceInstallation,
}: Environment<IntegrationTypes> & Installations):
  | { readonly spaceId: string }
  | { readonly siteId: string }
  | undefined {
  if (siteInstallation) return { siteId: siteInstallation.site };
  return spaceInstallation && { spaceId: spaceInstallation.space };
}
