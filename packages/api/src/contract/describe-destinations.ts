import type * as z from "zod";
import { type destinationTypesSchema, maxValueLength } from "./endpoint-destination.ts";

type DestinationType = z.infer<typeof destinationTypesSchema>["types"][number];
type Field = Readonly<DestinationType["fields"][number]>;

/** A destination as OpenAPI documents it. */
export interface DocumentedDestination extends Readonly<Pick<DestinationType, "type" | "name" | "url">> {
  readonly fields: readonly Field[];
}

type JsonSchema = z.core.JSONSchema.BaseSchema;

/**
 * Returns the components of the destinations by name: one for each type, and `EndpointDestination` as the union of
 * them.
 */
export function describeDestinations(
  destinations: readonly DocumentedDestination[],
  { description }: JsonSchema,
): Readonly<Record<string, JsonSchema>> {
  const named = destinations.map((destination) => [toName(destination.type), destination] as const);
  const refs = named.map(([name, { type }]) => [type, `#/components/schemas/${name}`] as const);
  return {
    ...Object.fromEntries(named.map(([name, destination]) => [name, describe(destination)])),
    EndpointDestination: {
      ...(description !== undefined && { description }),
      oneOf: refs.map(([, $ref]) => ({ $ref })),
      discriminator: { propertyName: "type", mapping: Object.fromEntries(refs) },
    },
  };
}

function toName(type: string): string {
  const words = type.split(/[^A-Za-z0-9]+/).map((word) => word.charAt(0).toUpperCase() + word.slice(1));
  return `${words.join("")}EndpointDestination`;
}

function describe({ type, name, url, fields }: DocumentedDestination): JsonSchema {
  return {
    type: "object",
    description: `${name}. The endpoint's \`url\` is its ${url.label}, such as ${url.example}.`,
    properties: {
      type: { type: "string", const: type },
      settings: describeFields(fields.filter(({ isSecret }) => !isSecret)),
      secrets: describeFields(fields.filter(({ isSecret }) => isSecret)),
    },
    required: ["type", "settings", "secrets"],
    additionalProperties: false,
  };
}

function describeFields(fields: readonly Field[]): JsonSchema {
  const required = fields.filter(({ isRequired }) => isRequired).map(({ name }) => name);
  return {
    type: "object",
    properties: Object.fromEntries(
      fields.map(({ name, label, hint, isRequired }) => [
        name,
        {
          type: "string",
          description: hint === undefined ? label : `${label}. ${hint}`,
          ...(isRequired && { minLength: 1 }),
          maxLength: maxValueLength,
        },
      ]),
    ),
    ...(required.length > 0 && { required }),
    additionalProperties: false,
  };
}
