import type { Category, Scope, Target, Visibility } from "@plugboard/api";
import type { ManifestPath } from "./manifest-issue.ts";

/** What an integration says of itself in `service-manifest.yaml`, checked (specification, "Manifest"). */
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
  /** How the block is written in Markdown, for import and export. */
  readonly markdown?: ManifestBlockMarkdown;
}

/** A fenced code block that becomes a block of an integration, and back. */
export interface ManifestBlockMarkdown {
  /** The language of the code block, such as `mermaid`. */
  readonly codeblock: string;
  /** The property of the block's props that holds the code. */
  readonly body: string;
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
  /** Names of settings that only the integration's own code writes, any JSON each. They are never shown. */
  readonly internal?: readonly string[];
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

/** A place in a manifest that names a component. */
export interface ComponentReference {
  readonly componentId: string;
  readonly path: ManifestPath;
}

/**
 * Every place of a manifest that names a component the code must have: blocks, content sources and configurations.
 *
 * @example
 * import { componentReferencesOf, parseManifest } from "@plugboard/manifest";
 *
 * declare const yaml: string;
 * for (const { componentId, path } of componentReferencesOf(parseManifest(yaml))) console.log(componentId, path.join("."));
 */
export function componentReferencesOf(manifest: Manifest): readonly ComponentReference[] {
  const blocks = (manifest.blocks ?? []).map(({ id }, index) => ({
    componentId: id,
    path: ["blocks", index, "id"],
  }));
  const sources = (manifest.contentSources ?? []).flatMap(({ configuration }, index) =>
    configuration
      ? [{ ...configuration, path: ["contentSources", index, "configuration", "componentId"] }]
      : [],
  );
  const configurations = configurationLevels.flatMap((level) => {
    const configuration = manifest.configurations?.[level];
    if (!configuration || !("componentId" in configuration)) return [];
    return [{ componentId: configuration.componentId, path: ["configurations", level, "componentId"] }];
  });
  return [...blocks, ...sources, ...configurations];
}
