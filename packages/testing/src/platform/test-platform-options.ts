import type { Configuration, InstallationStatus } from "@plugboard/api";
import type { Manifest } from "@plugboard/manifest";

/** Another party that an integration talks to. */
export type Service = (request: Request) => Response | Promise<Response>;

/** An installation to begin with. */
export interface TestInstallation {
  /** Values of the manifest's settings; its defaults are filled in. */
  readonly configuration?: Configuration;
  /** Whether the configuration is complete decides when left out. */
  readonly status?: InstallationStatus;
  readonly externalIds?: readonly string[];
}

/** A page to begin with. */
export interface TestPage {
  readonly id: string;
  readonly title: string;
  readonly markdown: string;
  /** When it was last changed, in milliseconds since the epoch; when the platform began when left out. */
  readonly updatedAt?: number;
}

/** What a test platform is made from. */
export interface TestPlatformOptions {
  /** The integration's manifest, parsed or as the text of `service-manifest.yaml`. */
  readonly manifest: Manifest | string;
  /** The organization's installation. */
  readonly installation?: TestInstallation;
  /** The installation in the space `space_1`. */
  readonly space?: TestInstallation;
  /** The installation in the site `site_1`, which publishes the space. */
  readonly site?: TestInstallation;
  /** Values of the manifest's secrets. */
  readonly secrets?: Readonly<Record<string, string>>;
  /** Pages of the space; one when left out. */
  readonly pages?: readonly TestPage[];
  /**
   * Who answers the requests the integration makes, by origin, as in `https://slack.com`. A request to anybody else
   * fails: a test reaches no network.
   */
  readonly services?: Readonly<Record<string, Service>>;
  /** The platform's clock, in milliseconds since the epoch. `Date.now` when left out. */
  readonly now?: () => number;
}
