import type { UiContextType } from "@plugboard/api";
import type { Manifest, ManifestTool } from "@plugboard/manifest";
import type { Resource } from "./dev-server.ts";

/** A level of settings: the installation's own, or those of a kind of resource. */
type SettingsLevel = "account" | Resource["kind"];
const levels: readonly SettingsLevel[] = ["account", "site", "space"];

/** An entry of the page's menu. */
export type Preview = { readonly id: string; readonly title: string } & (
  | { readonly kind: "settings"; readonly level: SettingsLevel; readonly resource?: Resource }
  | {
      readonly kind: "block" | "component";
      readonly componentId: string;
      /** Patterns of the links that become this block. */
      readonly patterns: readonly string[];
    }
  | { readonly kind: "tool"; readonly tool: ManifestTool }
  | { readonly kind: "site"; readonly resource: Resource }
);

/** The context in which a component is rendered, with its name in the menu. */
export interface Place {
  readonly label: string;
  readonly context: {
    readonly type: UiContextType;
    readonly spaceId?: string;
    readonly siteId?: string;
    readonly editable?: boolean;
  };
}

const groups = {
  settings: "Settings",
  block: "Blocks",
  component: "Components",
  tool: "Tools",
  site: "Sites",
} as const;

/** Returns the name of a preview's group in the menu. */
export function groupOf({ kind }: Preview): string {
  return groups[kind];
}

/** Lists everything that an integration shows: its settings, blocks, other components, tools and scripts on sites. */
export function listPreviews(
  { blocks = [], configurations = {}, contentSources = [], tools = [] }: Manifest,
  {
    components,
    requests = [],
  }: { readonly components: readonly string[]; readonly requests?: readonly string[] | undefined },
  resources: readonly Resource[],
): readonly Preview[] {
  const settings = levels.flatMap((level): Preview[] => {
    if (configurations[level] === undefined) return [];
    if (level === "account") return [{ kind: "settings", id: "settings", title: "Organization", level }];
    return resources
      .filter(({ kind }) => kind === level)
      .map((resource) => ({
        kind: "settings",
        id: `settings:${resource.id}`,
        title: resource.title,
        level,
        resource,
      }));
  });
  const sections = [
    ...Object.values(configurations),
    ...contentSources.map(({ configuration }) => configuration),
  ];
  const elsewhere = new Set([
    ...blocks.map(({ id }) => id),
    ...sections.flatMap((section) =>
      section !== undefined && "componentId" in section ? [section.componentId] : [],
    ),
  ]);
  return [
    ...settings,
    ...blocks.map(
      ({ id, title, urlUnfurl = [] }): Preview => ({
        kind: "block",
        id: `component:${id}`,
        title,
        componentId: id,
        patterns: urlUnfurl,
      }),
    ),
    ...components
      .filter((id) => !elsewhere.has(id))
      .map(
        (id): Preview => ({
          kind: "component",
          id: `component:${id}`,
          title: id,
          componentId: id,
          patterns: [],
        }),
      ),
    ...tools.map((tool): Preview => ({ kind: "tool", id: `tool:${tool.id}`, title: tool.title, tool })),
    ...(requests.includes("fetch_published_script") ? resources : [])
      .filter(({ kind }) => kind === "site")
      .map(
        (resource): Preview => ({ kind: "site", id: `site:${resource.id}`, title: resource.title, resource }),
      ),
  ];
}

const idNames = { space: "spaceId", site: "siteId" } as const;

/** Returns the context of settings. */
export function settingsContext(level: SettingsLevel, resource: Resource | undefined): Place["context"] {
  return {
    type: `configuration_${level}`,
    ...(resource !== undefined && { [idNames[resource.kind]]: resource.id }),
  };
}

/** Lists the contexts in which a block or component can be rendered. */
export function listPlaces(resources: readonly Resource[]): readonly Place[] {
  return [
    ...resources.map((resource) => ({
      label: `Page of ${resource.kind} ${resource.title}`,
      context: { type: "document" as const, [idNames[resource.kind]]: resource.id, editable: true },
    })),
    { label: "Settings of the organization", context: settingsContext("account", undefined) },
    ...resources.map((resource) => ({
      label: `Settings of ${resource.kind} ${resource.title}`,
      context: settingsContext(resource.kind, resource),
    })),
  ];
}
