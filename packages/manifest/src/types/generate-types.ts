import { componentReferencesOf } from "../component-references.ts";
import type { Manifest, ManifestConfiguration, ManifestProperty } from "../manifest.ts";
import { objectType, textsType, type TypeMember } from "./object-type.ts";

const header = `// Generated from service-manifest.yaml. Changes to this file are lost.

/** What this integration's manifest declares: its settings, its secrets, its blocks and its components. */
`;

/**
 * TypeScript source of `export interface IntegrationTypes`, the shapes that the integration's own code sees in
 * `context.environment`. It is the same for the same manifest, in whatever order its keys stand.
 */
export function generateTypes(manifest: Manifest): string {
  const { account, site, space } = manifest.configurations ?? {};
  const types = objectType([
    {
      name: "configuration",
      type: objectType([
        { name: "account", type: configurationType(account) },
        { name: "site", type: configurationType(site) },
        { name: "space", type: configurationType(space) },
      ]),
    },
    { name: "secrets", type: objectType(secretMembers(manifest)) },
    { name: "blocks", type: textsType((manifest.blocks ?? []).map(({ id }) => id)) },
    {
      name: "components",
      type: textsType(componentReferencesOf(manifest).map(({ componentId }) => componentId)),
    },
  ]);
  return `${header}export interface IntegrationTypes ${types}\n`;
}

/** A component of the integration's own may store anything. */
function configurationType(configuration: ManifestConfiguration | undefined): string {
  if (!configuration) return objectType([]);
  if ("componentId" in configuration) return "Readonly<Record<string, unknown>>";
  const required = new Set(configuration.required);
  return objectType(
    Object.entries(configuration.properties).map(([name, property]) => ({
      name,
      type: propertyType(property),
      optional: !required.has(name) && !("default" in property),
      documentation: `${property.title}: ${property.description}`,
    })),
  );
}

function propertyType(property: ManifestProperty): string {
  if (property.type === "button") return "Readonly<Record<string, unknown>>";
  if (property.type !== "string") return property.type;
  return property.enum ? textsType(property.enum) : "string";
}

/** A secret that only some environments have may be absent. */
function secretMembers({ secrets = {}, envs = {} }: Manifest): readonly TypeMember[] {
  const extra = Object.values(envs).flatMap((environment) => Object.keys(environment.secrets ?? {}));
  const names = new Set([...Object.keys(secrets), ...extra]);
  return [...names].map((name) => ({ name, type: "string", optional: !Object.hasOwn(secrets, name) }));
}
