import type { Configuration, InstallationStatus } from "@plugboard/api";
import type { Manifest } from "@plugboard/manifest";

/** Another party that an integration talks to. */
export type Service = (request: Request) => Response | Promise<Response>;

/** An installation to begin with. */
export interface TestInstallation {
  /** Values of the manifest's settings; its defaults are filled in. */
  readonly configuration?: Configuration | undefined;
  /** Whether the configuration is complete decides when left out. */
  readonly status?: InstallationStatus | undefined;
  readonly externalIds?: readonly string[] | undefined;
}

/** A page to begin with. */
export interface TestPage {
  readonly id: string;
  readonly title: string;
  readonly markdown: string;
  /** When it was last changed, in milliseconds since 1970; when the platform began when left out. */
  readonly updatedAt?: number | undefined;
}

/** An installation as it is. */
export interface InstallationState {
  readonly status: InstallationStatus;
  readonly configuration: Configuration;
  readonly externalIds: readonly string[];
}

/** What a test platform is made from. */
export interface TestPlatformOptions {
  /** The integration's manifest, parsed or as the text of `service-manifest.yaml`. */
  readonly manifest: Manifest | string;
  /** The organization's installation. */
  readonly installation?: TestInstallation | undefined;
  /** The installation in the space `space_1`. */
  readonly space?: TestInstallation | undefined;
  /** The installation in the site `site_1`, which publishes the space. */
  readonly site?: TestInstallation | undefined;
  /** Values of the manifest's secrets; each of them needs one. */
  readonly secrets?: Readonly<Record<string, string>> | undefined;
  /** Pages of the space; one when left out. */
  readonly pages?: readonly TestPage[] | undefined;
  /**
   * Who responds to the requests the integration makes, by origin, as in `https://slack.com`. A request to anybody else
   * fails: a test reaches no network.
   */
  readonly services?: Readonly<Record<string, Service>> | undefined;
  /** The time that the platform begins at, in milliseconds since 1970; the present when left out. */
  readonly startsAt?: number | undefined;
}
