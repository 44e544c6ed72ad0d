import { installationStatuses, type JsonObject } from "@plugboard/api";
import type { ContractRequest, ContractResource } from "@plugboard/api/client";
import {
  componentReferencesOf,
  type Manifest,
  type ManifestConfiguration,
  type ManifestProperty,
  type ManifestTool,
} from "../model/manifest.ts";
import { jsonSchemaType } from "./json-schema-type.ts";
import { objectType, textsType, type TypeMember } from "./type-source.ts";

const header = `// Generated from service-manifest.yaml. Don't edit.

/** The settings, secrets, blocks and components in this integration's manifest. */
`;

/**
 * Generates the TypeScript source of `export interface IntegrationTypes`, which describes
 * `context.environment` for the integration's code. The output is independent of the order of the manifest's
 * keys.
 *
 * @param options.contract the declarations of the platform's product, which become `product`
 * @param options.kinds the product's kinds of resources. Defaults to those of the contract, or those with settings
 *
 * @example
 * ```ts
 * import { generateTypes, parseManifest } from "@plugboard/manifest";
 *
 * const manifest = parseManifest(`name: page-digest
 * title: Page digest
 * description: Posts what changed to a channel.
 * organization: acme
 * visibility: private
 * scopes: []`);
 * console.log(generateTypes(manifest)); // the source of `export interface IntegrationTypes`
 * ```
 */
export function generateTypes(
  manifest: Manifest,
  {
    contract,
    kinds = contract?.kinds.map(({ kind }) => kind) ?? [],
  }: { readonly contract?: TypedContract | undefined; readonly kinds?: readonly string[] } = {},
): string {
  const { schedules, tools } = manifest;
  const { account, ...ofKinds } = manifest.configurations ?? {};
  const levels = [...new Set([...kinds, ...Object.keys(ofKinds)])].toSorted();
  const types = objectType([
    {
      name: "configuration",
      type: objectType([
        { name: "account", type: configurationType(account) },
        ...levels.map((kind) => ({ name: kind, type: configurationType(ofKinds[kind]) })),
      ]),
    },
    { name: "secrets", type: objectType(secretMembers(manifest)) },
    { name: "blocks", type: textsType((manifest.blocks ?? []).map(({ id }) => id)) },
    {
      name: "components",
      type: textsType(componentReferencesOf(manifest).map(({ componentId }) => componentId)),
    },
    ...(schedules === undefined
      ? []
      : [{ name: "schedules", type: textsType(schedules.map(({ id }) => id)) }]),
    ...(contract === undefined ? [] : [{ name: "product", type: productType(contract) }]),
    ...(tools === undefined ? [] : [{ name: "tools", type: objectType(tools.map(toolMember)) }]),
  ]);
  return `${header}export interface IntegrationTypes ${types}\n`;
}

/** The declarations of a product that become types, as returned by the operation `getContract`. */
export type TypedContract = Pick<ContractResource, "kinds" | "events" | "requests">;

const previousType = objectType([
  { name: "status", type: textsType(installationStatuses), optional: true },
  { name: "configuration", type: "Readonly<Record<string, unknown>>", optional: true },
]);

function productType({ kinds, events, requests }: TypedContract): string {
  const names = kinds.map(({ kind }) => kind);
  const own = events.map(({ type, summary, on, fields }) => ({
    name: type,
    type: `${receivedType(type, on)} & ${jsonSchemaType(jsonObjectOf(fields))}`,
    documentation: summary,
  }));
  const generated = names.flatMap((kind) => [
    {
      name: `${kind}_installation_setup`,
      type: receivedType(`${kind}_installation_setup`, kind, [
        { name: "status", type: textsType(installationStatuses) },
        { name: "previous", type: previousType, optional: true },
      ]),
    },
    {
      name: `${kind}_installation_deleted`,
      type: receivedType(`${kind}_installation_deleted`, kind),
    },
  ]);
  return objectType([
    { name: "kinds", type: textsType(names) },
    { name: "events", type: objectType([...own, ...generated]) },
    ...(requests === undefined ? [] : [{ name: "requests", type: objectType(requests.map(requestMember)) }]),
  ]);
}

function requestMember({ type, on, fields }: ContractRequest): TypeMember {
  return { name: type, type: `${receivedType(type, on)} & ${jsonSchemaType(jsonObjectOf(fields))}` };
}

function receivedType(type: string, kind: string, members: readonly TypeMember[] = []): string {
  return objectType([
    { name: "eventId", type: "string" },
    { name: "type", type: textsType([type]) },
    { name: "installationId", type: "string" },
    { name: `${kind}Id`, type: "string" },
    ...members,
  ]);
}

/** A JSON Schema consists of JSON. */
const jsonObjectOf = (schema: Readonly<Record<string, unknown>>): JsonObject => schema as JsonObject;

function toolMember({ id, description, inputSchema, outputSchema }: ManifestTool): TypeMember {
  const type = objectType([
    { name: "arguments", type: jsonSchemaType(inputSchema) },
    { name: "result", type: outputSchema === undefined ? "object" : jsonSchemaType(outputSchema) },
  ]);
  return { name: id, type, documentation: description };
}

/** A component can store any settings. */
function configurationType(configuration: ManifestConfiguration | undefined): string {
  if (!configuration) return objectType([]);
  if ("componentId" in configuration) return "Readonly<Record<string, unknown>>";
  const required = new Set(configuration.required);
  const shown = Object.entries(configuration.properties).map(([name, property]) => ({
    name,
    type: propertyType(property),
    optional: !required.has(name) && !("default" in property),
    documentation: `${property.title}: ${property.description}`,
  }));
  const { internal = [] } = configuration;
  const named = internal === true ? [] : internal;
  const type = objectType([...shown, ...named.map((name) => ({ name, type: "unknown", optional: true }))]);
  return internal === true ? `${type} & Readonly<Record<string, unknown>>` : type;
}

function propertyType(property: ManifestProperty): string {
  if (property.type === "button") return "Readonly<Record<string, unknown>>";
  if (property.type !== "string") return property.type;
  return property.enum ? textsType(property.enum) : "string";
}

/** A secret that only some environments have is optional. */
function secretMembers({ secrets = {}, envs = {} }: Manifest): readonly TypeMember[] {
  const extra = Object.values(envs).flatMap((environment) => Object.keys(environment.secrets ?? {}));
  const names = new Set([...Object.keys(secrets), ...extra]);
  return [...names].map((name) => ({ name, type: "string", optional: !Object.hasOwn(secrets, name) }));
}
