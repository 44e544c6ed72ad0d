import type { Category, Scope, Target, Visibility } from "@plugboard/api";

/** What an integration says of itself in `service-manifest.yaml`, checked (docs/conformance.md#manifest-file). */
export interface Manifest {
  /** Unique among all integrations. */
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** Markdown for the installation page. */
  readonly summary?: string;
  /** The `id` or the `subdomain` of the organization that owns the integration. */
  readonly organization: string;
  /** `private` where the manifest does not say. */
  readonly visibility: Visibility;
  readonly scopes: readonly Scope[];
  /** Where the integration can be installed. */
  readonly target?: Target;
  /** The file that calls `createIntegration`, relative to the manifest's folder. */
  readonly script?: string;
  readonly blocks?: readonly ManifestBlock[];
  readonly contentSources?: readonly ManifestContentSource[];
  readonly categories?: readonly Category[];
  /** An image file, relative to the manifest's folder. */
  readonly icon?: string;
  /** Image files, relative to the manifest's folder; 1600 by 800 pixels is best. */
  readonly previewImages?: readonly string[];
  readonly externalLinks?: readonly ManifestLink[];
  readonly configurations?: ManifestConfigurations;
  /** Names the code reads, each with a text that holds `${{ env.NAME }}`. */
  readonly secrets?: ManifestSecrets;
  /** What the integration's pages may load: a whole policy, or one value for each directive. */
  readonly contentSecurityPolicy?: string | Readonly<Record<string, string>>;
  /** What differs in an environment, by the environment's name. */
  readonly envs?: Readonly<Record<string, ManifestEnvironment>>;
}

/** A component that an author can insert into a page. */
export interface ManifestBlock {
  /** The `componentId` of the component. */
  readonly id: string;
  readonly title: string;
  readonly description: string;
  readonly icon?: string;
  /** Links that become this block when they are pasted; `*` stands for any part of a path, `**` for any rest. */
  readonly urlUnfurl?: readonly string[];
}

/** Content that an author can import from elsewhere. */
export interface ManifestContentSource {
  readonly id: string;
  readonly title: string;
  readonly description?: string;
  readonly icon?: string;
  readonly configuration?: ManifestComponentConfiguration;
}

/** A link on the installation page. */
export interface ManifestLink {
  readonly label: string;
  readonly url: string;
}

/** What settings can belong to: a whole installation, one site, or one space. */
export const configurationLevels = ["account", "site", "space"] as const;

/** What settings can belong to. */
export type ConfigurationLevel = (typeof configurationLevels)[number];

/** Settings by the level they belong to. */
export type ManifestConfigurations = Readonly<Partial<Record<ConfigurationLevel, ManifestConfiguration>>>;

/** Settings as a list of properties, or a component that asks for them. */
export type ManifestConfiguration = ManifestPropertiesConfiguration | ManifestComponentConfiguration;

/** Settings that the platform asks for, property by property. */
export interface ManifestPropertiesConfiguration {
  readonly properties: Readonly<Record<string, ManifestProperty>>;
  /** Properties that must be set before the installation is active. */
  readonly required?: readonly string[];
}

/** Settings that the integration's own component asks for. */
export interface ManifestComponentConfiguration {
  readonly componentId: string;
}

/** One setting. */
export type ManifestProperty =
  | ManifestStringProperty
  | ManifestNumberProperty
  | ManifestBooleanProperty
  | ManifestButtonProperty;

interface PropertyBase {
  readonly title: string;
  readonly description: string;
}

/** A text, typed in or chosen from a list. */
export interface ManifestStringProperty extends PropertyBase {
  readonly type: "string";
  readonly default?: string;
  /** The texts to choose from. */
  readonly enum?: readonly string[];
  /** Path of the endpoint that supplies the texts to choose from. */
  readonly completion_url?: string;
}

/** A number. */
export interface ManifestNumberProperty extends PropertyBase {
  readonly type: "number";
  readonly default?: number;
}

/** A switch. */
export interface ManifestBooleanProperty extends PropertyBase {
  readonly type: "boolean";
  readonly default?: boolean;
}

/** A button that starts an OAuth connection; the credentials it brings are the property's value. */
export interface ManifestButtonProperty extends PropertyBase {
  readonly type: "button";
  readonly button_text: string;
  /** Path of the endpoint that the button opens. */
  readonly callback_url: string;
}

/** Secrets by name; each text holds at least one `${{ env.NAME }}`. */
export type ManifestSecrets = Readonly<Record<string, string>>;

/** What an environment changes. Its secrets are laid over the manifest's, name by name. */
export interface ManifestEnvironment {
  readonly organization?: string;
  readonly visibility?: Visibility;
  readonly secrets?: ManifestSecrets;
}
