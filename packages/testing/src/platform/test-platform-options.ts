import type { Configuration, InstallationStatus } from "@plugboard/api";
import type { Manifest } from "@plugboard/manifest";

/** A service that the integration calls. */
export type Service = (request: Request) => Response | Promise<Response>;

/** The initial state of an installation. */
export interface TestInstallation {
  /** Values of the manifest's settings. Defaults are filled in. */
  readonly configuration?: Configuration | undefined;
  /** Defaults to `active` if the configuration is complete, otherwise `pending`. */
  readonly status?: InstallationStatus | undefined;
  readonly externalIds?: readonly string[] | undefined;
}

/** A page to start with. */
export interface TestPage {
  readonly id: string;
  readonly title: string;
  readonly markdown: string;
  /** The time of the last change (Unix ms). Defaults to the platform's start time. */
  readonly updatedAt?: number | undefined;
}

/** The current state of an installation. */
export interface InstallationState {
  readonly status: InstallationStatus;
  readonly configuration: Configuration;
  readonly externalIds: readonly string[];
}

/** Options for `createTestPlatform`. */
export interface TestPlatformOptions {
  /** The integration's manifest, parsed or as the text of `service-manifest.yaml`. */
  readonly manifest: Manifest | string;
  /** The organization's installation. */
  readonly installation?: TestInstallation | undefined;
  /** The installation in the space `space_1`. */
  readonly space?: TestInstallation | undefined;
  /** The installation in the site `site_1`, which publishes the space. */
  readonly site?: TestInstallation | undefined;
  /** Values of all secrets in the manifest. */
  readonly secrets?: Readonly<Record<string, string>> | undefined;
  /** The pages of the space. Defaults to one page. */
  readonly pages?: readonly TestPage[] | undefined;
  /**
   * Services by origin, such as `https://slack.com`, that respond to the integration's requests. Requests to
   * other origins fail: tests have no network access.
   */
  readonly services?: Readonly<Record<string, Service>> | undefined;
  /** The platform's start time (Unix ms). Defaults to the present. */
  readonly startsAt?: number | undefined;
}
