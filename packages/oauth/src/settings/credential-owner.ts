import type {
  DefaultIntegrationTypes,
  Environment,
  Installation,
  IntegrationTypes,
  SiteInstallation,
  SpaceInstallation,
} from "@plugboard/api";

/** The installation that owns a set of credentials: an organization's, or that of a space or site in it. */
export interface CredentialOwner {
  readonly installation: string;
  readonly space?: string;
  readonly site?: string;
}

/** An installation of any level, passed to settings that depend on it. */
export type OwnerInstallation<T extends IntegrationTypes = DefaultIntegrationTypes> =
  | Installation<T["configuration"]["account"]>
  | SpaceInstallation<T["configuration"]["space"]>
  | SiteInstallation<T["configuration"]["site"]>;

/** An owner with its installation from the environment. */
export interface OwnedInstallation<T extends IntegrationTypes> {
  readonly owner: CredentialOwner;
  readonly installation: OwnerInstallation<T>;
}

/** Returns the installations in an environment, most specific first: site, space, organization. */
export function ownedInstallations<T extends IntegrationTypes>(
  environment: Environment<T>,
): readonly OwnedInstallation<T>[] {
  const { siteInstallation: site, spaceInstallation: space, installation } = environment;
  const owned: OwnedInstallation<T>[] = [];
  if (site !== undefined) {
    owned.push({ owner: { installation: site.installation, site: site.site }, installation: site });
  }
  if (space !== undefined) {
    owned.push({ owner: { installation: space.installation, space: space.space }, installation: space });
  }
  if (installation !== undefined) owned.push({ owner: { installation: installation.id }, installation });
  return owned;
}
