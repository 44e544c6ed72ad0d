import type { PlatformRequestMap } from "../events/platform-event.ts";
import type { InstallationStatus } from "../vocabulary/installation-status.ts";
import type { Target } from "../vocabulary/manifest-vocabulary.ts";

/** The values of an integration's settings. */
export type Configuration = Readonly<Record<string, unknown>>;

/**
 * The types that a product adds to integrations. `ProductTypes` in `@plugboard/platform` derives it from a
 * contract.
 */
export interface ProductDeclarations {
  /** The kinds of resources that integrations are installed in. */
  readonly kinds: string;
  /** The events of the product, by type. */
  readonly events: object;
  /** The requests of the product that integrations respond to, by name. */
  readonly requests?: object;
}

/**
 * The types declared in an integration's manifest; `generateTypes` in `@plugboard/manifest` generates them.
 */
export interface IntegrationTypes {
  /** The settings of the installation, and those of resources by their kind. */
  readonly configuration: { readonly account: object };
  readonly secrets: object;
  /** The ids of the manifest's schedules. */
  readonly schedules?: string;
  /** The arguments and results of the manifest's tools, by id. */
  readonly tools?: Readonly<Record<string, { readonly arguments: object; readonly result: unknown }>>;
  /** The types of the platform's product. */
  readonly product?: ProductDeclarations;
}

/** The types of an integration without generated types: every setting is `unknown`, every secret a string. */
export interface DefaultIntegrationTypes extends IntegrationTypes {
  readonly configuration: { readonly account: Configuration; readonly [kind: string]: Configuration };
  readonly secrets: Readonly<Record<string, string>>;
}

/** Short-lived bearer tokens for the platform's HTTP API, created for each envelope. */
export interface ApiTokens {
  /** Acts as the integration, across all its installations. */
  readonly integration: string;
  /** Acts within the event's installation. Not set after the installation was removed. */
  readonly installation?: string;
}

/** The integration that received the event. */
export interface EnvironmentIntegration {
  /** The ID of the organization that owns the integration. */
  readonly organization?: string;
  readonly name: string;
  readonly title: string;
  readonly version: number;
  readonly urls: {
    /**
     * The public HTTPS endpoint, of this installation if there is one. The integration's paths are below it.
     */
    readonly publicEndpoint: string;
    /**
     * The integration's own endpoint, shared by all installations. Register it with providers that allow only
     * one redirect or webhook URL. Its requests have no installation.
     */
    readonly integrationEndpoint?: string;
    /** The version's icon. */
    readonly icon?: string;
    /** The base URL of the version's files, with a trailing slash. */
    readonly assets?: string;
  };
}

/** The resources that an installation can be in. */
export interface EnvironmentSelection {
  readonly type: "all" | "selected";
  /** The IDs of selected resources, by the kind's plural. */
  readonly [plural: string]: string | readonly string[] | undefined;
}

/** An organization-level installation (docs/conformance.md#environment-organization). */
export interface Installation<C = Configuration> {
  readonly id: string;
  /** The ID of the organization in which the integration is installed. */
  readonly organization?: string;
  readonly status: InstallationStatus;
  /** Whether the integration works in all resources of a kind or in selected ones, such as `project_selection`. */
  readonly [selection: `${string}_selection`]: EnvironmentSelection | undefined;
  readonly configuration: C;
  readonly urls: { readonly publicEndpoint: string; readonly app?: string };
  readonly externalIds: readonly string[];
  readonly target: Target;
}

/**
 * Stable secrets for signing values that the integration issues and must verify later, such as a sign-in's
 * state: one for the integration, one per installation. They last as long as the installation.
 */
export interface EnvironmentSigningSecrets {
  readonly integration: string;
  readonly installation?: string;
  /** One per installation in a resource, such as `projectInstallation`. */
  readonly [installation: `${string}Installation`]: string | undefined;
}

/** The runtime and installation details in every envelope (docs/conformance.md#environment). */
export type Environment<T extends IntegrationTypes = DefaultIntegrationTypes> = PlatformEnvironment<T> &
  ConfiguredInstallations<T["configuration"]> &
  ProductInstallations<T>;

/** The part of an environment that is the same for every product. */
type PlatformEnvironment<T extends IntegrationTypes> = {
  /** The base URL of the platform's HTTP API. */
  readonly apiEndpoint: string;
  readonly apiTokens: ApiTokens;
  readonly integration: EnvironmentIntegration;
  readonly installation?: Installation<T["configuration"]["account"]>;
  readonly signingSecrets?: EnvironmentSigningSecrets;
  /** The resolved values of the manifest's `secrets`. */
  readonly secrets: T["secrets"];
};

/**
 * An installation in a resource of the platform's product (docs/conformance.md#environment-site); the field with the
 * kind's name is the resource's id.
 */
export type ProductInstallation<Kind extends string, C = Configuration> = {
  readonly installation: string;
  readonly status: InstallationStatus;
  readonly configuration: C;
  readonly externalIds: readonly string[];
  /** `app` is the resource's page in the console. The product can add others. */
  readonly urls: {
    readonly publicEndpoint: string;
    readonly app?: string;
    readonly [name: string]: string | undefined;
  };
  /** Further fields of the product, such as the resource's container. */
  readonly [field: string]: unknown;
} & (string extends Kind ? unknown : { readonly [Name in Kind]: string });

/** The installations in resources of the kinds that have settings. */
type ConfiguredInstallations<Settings extends object> = {
  readonly [Kind in Exclude<
    keyof Settings,
    "account" | number | symbol
  > as `${Kind}Installation`]?: ProductInstallation<Kind, Settings[Kind]>;
};

/** The installations in resources of a product, such as `projectInstallation`. */
type ProductInstallations<T extends IntegrationTypes> = T extends {
  readonly product: { readonly kinds: infer Kind extends string };
}
  ? {
      readonly [Name in Kind as `${Name}Installation`]?: ProductInstallation<
        Name,
        T["configuration"] extends { readonly [Level in Name]: infer C } ? C : Configuration
      >;
    }
  : unknown;

/** The events of the product in an integration's types, by type. */
export type ProductEventsOf<T extends IntegrationTypes> = T extends {
  readonly product: { readonly events: infer Events extends object };
}
  ? Events
  : object;

/**
 * The requests that an integration can respond to, by name: the requests of its product and `fetch_webhook_payload`.
 */
export type RequestsOf<T extends IntegrationTypes> = T extends {
  readonly product: { readonly requests: infer Requests extends object };
}
  ? Requests & PlatformRequestMap
  : PlatformRequestMap;
