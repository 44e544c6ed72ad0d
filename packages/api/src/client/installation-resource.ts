import type { Configuration, Installation, SiteInstallation, SpaceInstallation } from "../environment.ts";

/** An organization-level installation, as the HTTP API shows it. */
export interface InstallationResource extends Installation {
  /** Name of the installed integration. */
  readonly integration: string;
  /** Identifier of the organization it is installed in. */
  readonly organization: string;
  /** ISO 8601 time. */
  readonly createdAt: string;
  /** ISO 8601 time. Each change has a later one than the change before. */
  readonly updatedAt: string;
}

/** Changes to an installation. What is left out stays as it is. */
export interface InstallationUpdate {
  /** Each property given replaces the old value of that property; `null` removes it. */
  readonly configuration?: Configuration;
  /** An `updatedAt` as it was read: the change fails with status 409 if there was another one since. */
  readonly ifUpdatedAt?: string;
  readonly externalIds?: readonly string[];
}

/** An installation into one space, as the HTTP API shows it. */
export interface SpaceInstallationResource extends SpaceInstallation {
  readonly createdAt: string;
  readonly updatedAt: string;
}

/** An installation into one site, as the HTTP API shows it. */
export interface SiteInstallationResource extends SiteInstallation {
  readonly createdAt: string;
  readonly updatedAt: string;
}
