import type { Category, JsonObject, Scope, ScopeName, Target, Visibility } from "@plugboard/api";
import type { ManifestPath } from "./manifest-issue.ts";

/** A checked `service-manifest.yaml` (specification, "Manifest"). */
export interface Manifest {
  /** Unique among all integrations. */
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** Markdown for the installation page. */
  readonly summary?: string;
  /** The `id` or the `subdomain` of the organization that owns the integration. */
  readonly organization: string;
  /** Defaults to `private`. */
  readonly visibility: Visibility;
  /** The `name` of the product that it is written for. Defaults to the product of the platform that hosts it. */
  readonly product?: string;
  readonly scopes: readonly ScopeName[];
  /** Where the integration can be installed. Defaults to `all`. */
  readonly target?: Target;
  /** The file that calls `createIntegration`, relative to the manifest's folder. */
  readonly script?: string;
  readonly blocks?: readonly ManifestBlock[];
  /** The times at which the platform sends `schedule` events. */
  readonly schedules?: readonly ManifestSchedule[];
  /** The tools that AI agents can call. */
  readonly tools?: readonly ManifestTool[];
  readonly contentSources?: readonly ManifestContentSource[];
  readonly categories?: readonly Category[];
  /** An image file, relative to the manifest's folder. */
  readonly icon?: string;
  /** Image files, relative to the manifest's folder; ideally 1600 by 800 pixels. */
  readonly previewImages?: readonly string[];
  readonly externalLinks?: readonly ManifestLink[];
  readonly configurations?: ManifestConfigurations;
  /** Secrets by the name used in the code; each value contains `${{ env.NAME }}`. */
  readonly secrets?: ManifestSecrets;
  /** The sources that the integration's pages can load: a complete policy, or one value per directive. */
  readonly contentSecurityPolicy?: string | Readonly<Record<string, string>>;
  /** Overrides by environment name. */
  readonly envs?: Readonly<Record<string, ManifestEnvironment>>;
}

/** A component that authors can insert into a page. */
export interface ManifestBlock {
  /** The `componentId` of the component. */
  readonly id: string;
  readonly title: string;
  readonly description: string;
  readonly icon?: string;
  /** Links that become this block when pasted. In a path, `*` matches any characters, including slashes. */
  readonly urlUnfurl?: readonly string[];
  /** The Markdown format of the block, for import and export. */
  readonly markdown?: ManifestBlockMarkdown;
}

/** A fenced code block that is converted to a block of an integration, and back. */
export interface ManifestBlockMarkdown {
  /** The language of the code block, such as `mermaid`. */
  readonly codeblock: string;
  /** The prop that contains the code. */
  readonly body: string;
}

/** Times at which the platform sends the integration a `schedule` event: either `cron` or `everyMinutes`. */
export interface ManifestSchedule {
  readonly id: string;
  /** Five fields: minute, hour, day of the month, month, day of the week. */
  readonly cron?: string;
  /** IANA name of the time zone that `cron` is in. Defaults to UTC. */
  readonly timeZone?: string;
  readonly everyMinutes?: number;
}

/** A tool that AI agents and API clients can call. */
export interface ManifestTool {
  /** Agents see it after the integration's name, such as `page-digest__find_pages`. */
  readonly id: string;
  readonly title: string;
  /** Tells agents what the tool does and when to use it. */
  readonly description: string;
  /** Whether calls can change data. Defaults to false. */
  readonly writes?: boolean;
  /** The JSON Schema (draft 2020-12) of the arguments. */
  readonly inputSchema: JsonObject;
  /** The JSON Schema of the result. Defaults to any JSON object. */
  readonly outputSchema?: JsonObject;
  /** The `componentId` of the component that agents show for a result. */
  readonly component?: string;
}

/** A source that authors can import content from. */
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

/** Settings of the whole installation in `account`, and of each resource by its kind, such as `project`. */
export interface ManifestConfigurations {
  readonly account?: ManifestConfiguration;
  readonly [kind: string]: ManifestConfiguration;
}

/** Settings as a list of properties, or a component that renders them. */
export type ManifestConfiguration = ManifestPropertiesConfiguration | ManifestComponentConfiguration;

/** Settings rendered by the platform. */
export interface ManifestPropertiesConfiguration {
  readonly properties: Readonly<Record<string, ManifestProperty>>;
  /** Properties that must be set before the installation is active. */
  readonly required?: readonly string[];
  /** Settings that only the integration's code writes, with any JSON value: their names, or `true` for any name. Never shown. */
  readonly internal?: readonly string[] | true;
}

/** Settings rendered by the integration's own component. */
export interface ManifestComponentConfiguration {
  readonly componentId: string;
}

/** A setting. */
export type ManifestProperty =
  | ManifestStringProperty
  | ManifestNumberProperty
  | ManifestBooleanProperty
  | ManifestButtonProperty;

interface PropertyBase {
  readonly title: string;
  readonly description: string;
}

/** A string, entered freely or selected from a list. */
export interface ManifestStringProperty extends PropertyBase {
  readonly type: "string";
  readonly default?: string;
  /** The options to select from. */
  readonly enum?: readonly string[];
  /** The path of the endpoint that returns the options. */
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

/** A button that starts an OAuth connection. Its value contains the credentials. */
export interface ManifestButtonProperty extends PropertyBase {
  readonly type: "button";
  readonly button_text: string;
  /** The path that the button opens. */
  readonly callback_url: string;
}

/** Secrets by name; each value contains at least one `${{ env.NAME }}`. */
export type ManifestSecrets = Readonly<Record<string, string>>;

/** The overrides of an environment. Its secrets are merged into the manifest's by name. */
export interface ManifestEnvironment {
  readonly organization?: string;
  readonly visibility?: Visibility;
  readonly secrets?: ManifestSecrets;
}

/** Separates the integration's name, which has no underscores, from the tool's id. */
const toolNameSeparator = "__";

/**
 * Returns a tool's name for agents. It is unique within an organization.
 *
 * @example
 * import { toolNameOf } from "@plugboard/manifest";
 *
 * console.log(toolNameOf("page-digest", "find_pages")); // "page-digest__find_pages"
 */
export function toolNameOf(integration: string, toolId: string): string {
  return `${integration}${toolNameSeparator}${toolId}`;
}

/**
 * Returns the scope that a tool requires.
 *
 * @example
 * import { scopeOfTool } from "@plugboard/manifest";
 *
 * console.log(scopeOfTool({ writes: true })); // "agent:tools:write"
 */
export function scopeOfTool({ writes = false }: Pick<ManifestTool, "writes">): Scope {
  return writes ? "agent:tools:write" : "agent:tools:read";
}

/** A reference to a component in a manifest. */
export interface ComponentReference {
  readonly componentId: string;
  readonly path: ManifestPath;
}

/**
 * Returns all references to components that the code must have: blocks, tools, content sources and configurations.
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
  const tools = (manifest.tools ?? []).flatMap(({ component }, index) =>
    component === undefined ? [] : [{ componentId: component, path: ["tools", index, "component"] }],
  );
  const sources = (manifest.contentSources ?? []).flatMap(({ configuration }, index) =>
    configuration
      ? [{ ...configuration, path: ["contentSources", index, "configuration", "componentId"] }]
      : [],
  );
  const configurations = Object.entries(manifest.configurations ?? {}).flatMap(([level, configuration]) => {
    if (!configuration || !("componentId" in configuration)) return [];
    return [{ componentId: configuration.componentId, path: ["configurations", level, "componentId"] }];
  });
  return [...blocks, ...tools, ...sources, ...configurations];
}
