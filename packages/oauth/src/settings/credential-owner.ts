import {
  type DefaultIntegrationTypes,
  type Environment,
  type Installation,
  type IntegrationTypes,
  resourceInstallationsOf,
} from "@plugboard/api";

/** The installation that owns a set of credentials: an organization's, or that of a resource in it. */
export interface CredentialOwner {
  readonly installation: string;
  /** The resource, such as a project. `undefined` for the organization. */
  readonly resource?: { readonly kind: string; readonly id: string } | undefined;
}

/** The installations in resources, in an integration's types. */
type InstallationOfResource<T extends IntegrationTypes> = NonNullable<
  Environment<T>[keyof Environment<T> & `${string}Installation`]
> &
  Pick<Installation, "configuration">;

/** An installation of any level, passed to settings that depend on it. */
export type OwnerInstallation<T extends IntegrationTypes = DefaultIntegrationTypes> =
  | Installation<T["configuration"]["account"]>
  | InstallationOfResource<T>;

/** An owner with its installation from the environment. */
export interface OwnedInstallation<T extends IntegrationTypes> {
  readonly owner: CredentialOwner;
  readonly installation: OwnerInstallation<T>;
}

/** Returns the installations in an environment, most specific first: resources, then the organization. */
export function ownedInstallations<T extends IntegrationTypes>(
  environment: Environment<T>,
): readonly OwnedInstallation<T>[] {
  const { installation } = environment;
  const owned: OwnedInstallation<T>[] = resourceInstallationsOf(environment).map(
    ({ kind, resourceId: id, installation: own }) => ({
      owner: { installation: own.installation, resource: { kind, id } },
      // The types list the installations by name, which is computed here.
      installation: own as unknown as OwnerInstallation<T>,
    }),
  );
  if (installation !== undefined) owned.push({ owner: { installation: installation.id }, installation });
  return owned;
}
