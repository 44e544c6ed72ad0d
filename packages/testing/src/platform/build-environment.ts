import type { Environment, Installation, SiteInstallation, SpaceInstallation } from "@plugboard/api";
import type { PlatformState } from "./platform-state.ts";
import { testIds, testURLs } from "./test-ids.ts";

/** The space or site an event is about. */
export interface EnvironmentSubject {
  readonly spaceId?: string;
  readonly siteId?: string;
}

/** What travels with an event (docs/conformance.md#environment). */
export function buildEnvironment(state: PlatformState, subject: EnvironmentSubject): Environment {
  const { publicEndpoint } = testURLs;
  return {
    apiEndpoint: testURLs.api,
    apiTokens: state.apiTokens,
    integration: {
      name: state.manifest.name,
      title: state.manifest.title,
      version: 1,
      urls: { publicEndpoint },
    },
    installation: toInstallation(state),
    ...(subject.spaceId === testIds.space && { spaceInstallation: toSpaceInstallation(state) }),
    ...(subject.siteId === testIds.site && { siteInstallation: toSiteInstallation(state) }),
    secrets: state.secrets,
  };
}

/** The organization's installation as it is now. */
export function toInstallation({ installations, manifest }: PlatformState): Installation {
  const { status, configuration, externalIds } = installations.account;
  return {
    id: testIds.installation,
    status,
    space_selection: { type: "all" },
    configuration,
    urls: { publicEndpoint: testURLs.publicEndpoint, app: testURLs.app },
    externalIds,
    target: manifest.target ?? "all",
  };
}

/** The installation in the space as it is now. */
export function toSpaceInstallation({ installations }: PlatformState): SpaceInstallation {
  const { status, configuration, externalIds } = installations.space;
  return {
    installation: testIds.installation,
    space: testIds.space,
    status,
    configuration,
    externalIds,
    urls: { publicEndpoint: testURLs.publicEndpoint },
  };
}

/** The installation in the site as it is now. */
export function toSiteInstallation({ installations }: PlatformState): SiteInstallation {
  const { status, configuration, externalIds } = installations.site;
  return {
    installation: testIds.installation,
    site: testIds.site,
    space: testIds.space,
    status,
    configuration,
    externalIds,
    urls: { publicEndpoint: testURLs.publicEndpoint, published: testURLs.published },
  };
}
