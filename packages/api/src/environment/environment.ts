import type { InstallationStatus } from "../vocabulary/installation-status.ts";
import type { Target } from "../vocabulary/manifest-vocabulary.ts";

/** Values of the settings an integration declares in its manifest. */
export type Configuration = Readonly<Record<string, unknown>>;

/** Names for the shapes an integration's own manifest declares; `generateTypes` in `@plugboard/manifest` writes one. */
export interface IntegrationTypes {
  readonly configuration: {
    readonly account: object;
    readonly site: object;
    readonly space: object;
  };
  readonly secrets: object;
  /** The ids of the manifest's schedules. */
  readonly schedules?: string;
}

/** Used when an integration declares no types of its own: every setting is `unknown`, every secret a string. */
export interface DefaultIntegrationTypes extends IntegrationTypes {
  readonly configuration: {
    readonly account: Configuration;
    readonly site: Configuration;
    readonly space: Configuration;
  };
  readonly secrets: Readonly<Record<string, string>>;
}

/** Bearer tokens for the platform's HTTP API; short-lived, made anew for each envelope. */
export interface ApiTokens {
  /** Acts as the integration itself, over all its installations. */
  readonly integration: string;
  /** Acts within the installation the event is about. Absent once it was removed: there is nothing left to reach. */
  readonly installation?: string;
}

/** The integration that received the event. */
export interface EnvironmentIntegration {
  /** Identifier of the organization that owns the integration. */
  readonly organization?: string;
  readonly name: string;
  readonly title: string;
  readonly version: number;
  readonly urls: {
    /** The public HTTPS endpoint, for this installation where there is one. Paths of the integration hang below it. */
    readonly publicEndpoint: string;
    /**
     * The integration's own endpoint, the same for all its installations: what to register with a provider that allows one redirect
     * URL, or one address for webhooks. Requests there come without an installation.
     */
    readonly integrationEndpoint?: string;
    /** The icon that was published with the version. */
    readonly icon?: string;
    /** Base of the files that were published with the version; ends in a slash. */
    readonly assets?: string;
  };
}

/** An organization-level installation (docs/conformance.md#environment-organization). */
export interface Installation<C = Configuration> {
  readonly id: string;
  /** Identifier of the organization that the integration is installed in. */
  readonly organization?: string;
  readonly status: InstallationStatus;
  /** Whether the integration works in all spaces or in chosen ones. */
  readonly space_selection: { readonly type: "all" | "selected"; readonly spaces?: readonly string[] };
  readonly configuration: C;
  readonly urls: { readonly publicEndpoint: string; readonly app?: string };
  readonly externalIds: readonly string[];
  readonly target: Target;
}

/** An installation into one space (docs/conformance.md#environment-site). */
export interface SpaceInstallation<C = Configuration> {
  readonly installation: string;
  readonly space: string;
  readonly status: InstallationStatus;
  readonly configuration: C;
  readonly externalIds: readonly string[];
  readonly urls: { readonly publicEndpoint: string; readonly app?: string };
}

/** An installation into one site (docs/conformance.md#environment-site). */
export interface SiteInstallation<C = Configuration> {
  readonly installation: string;
  readonly site: string;
  /** The space the site publishes. */
  readonly space?: string;
  readonly status: InstallationStatus;
  readonly configuration: C;
  readonly externalIds: readonly string[];
  readonly urls: { readonly publicEndpoint: string; readonly app?: string; readonly published?: string };
}

/**
 * Secrets for an integration to sign with what it gives out and must know again, such as the state of a sign-in: one for itself,
 * one for each installation. They stay the same for as long as there is an installation.
 */
export interface EnvironmentSigningSecrets {
  readonly integration: string;
  readonly installation?: string;
  readonly spaceInstallation?: string;
  readonly siteInstallation?: string;
}

/** Runtime and installation details that travel with every event (docs/conformance.md#environment). */
export interface Environment<T extends IntegrationTypes = DefaultIntegrationTypes> {
  /** Base URL of the platform's HTTP API. */
  readonly apiEndpoint: string;
  readonly apiTokens: ApiTokens;
  readonly integration: EnvironmentIntegration;
  readonly installation?: Installation<T["configuration"]["account"]>;
  readonly spaceInstallation?: SpaceInstallation<T["configuration"]["space"]>;
  readonly siteInstallation?: SiteInstallation<T["configuration"]["site"]>;
  readonly signingSecrets?: EnvironmentSigningSecrets;
  /** Secrets declared in the manifest's `secrets`, resolved. */
  readonly secrets: T["secrets"];
}
