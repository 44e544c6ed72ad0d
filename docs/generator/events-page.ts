import { eventScopes, siteRequestScopes } from "@plugboard/api";
import { webhookEventCatalog } from "@plugboard/api/contract";
import { fetchEventSchema, runtimeEventSchemas, fetchRequestSchemas } from "@plugboard/api/schemas";
import * as z from "zod";
import {
  exampleEvents,
  exampleFetchEvent,
  exampleFetchRequests,
} from "../../packages/api/src/fixtures/example-events.fixture.ts";

const schemas: Readonly<Record<string, z.core.$ZodType>> = {
  ...runtimeEventSchemas,
  ...fetchRequestSchemas,
  fetch: fetchEventSchema,
};
const examples: Readonly<Record<string, unknown>> = {
  ...exampleEvents,
  ...exampleFetchRequests,
  fetch: exampleFetchEvent,
};
const scopes: Readonly<Record<string, string | undefined>> = { ...eventScopes, ...siteRequestScopes };
const catalog: Readonly<Record<string, { readonly summary: string; readonly version: string }>> =
  webhookEventCatalog;

/** Returns the event page: each type with its scope, an example and the JSON Schema of its body. */
export function eventsPage(): string {
  return [
    "# Events",
    "",
    "Integrations receive all of these events in an envelope. Webhook endpoints can subscribe to those with a version, and receive them",
    "without an envelope. Ignore unknown fields and types. Programs can read the same data from `GET /v1/event-types`.",
    "",
    ...Object.entries(schemas).flatMap(([type, schema]) => eventSection(type, schema)),
  ].join("\n");
}

function eventSection(type: string, schema: z.core.$ZodType): string[] {
  const entry = catalog[type];
  const scope = scopes[type];
  return [
    `## ${type}`,
    "",
    ...(entry === undefined
      ? []
      : [`${entry.summary}. Webhook endpoints can subscribe to it (version ${entry.version}).`, ""]),
    scope === undefined ? "No scope is needed." : `Requires the scope [\`${scope}\`](scopes.md).`,
    "",
    "```json",
    JSON.stringify(examples[type], null, 2),
    "```",
    "",
    "::: details JSON Schema",
    "",
    "```json",
    JSON.stringify(z.toJSONSchema(schema, { unrepresentable: "any", io: "input" }), null, 2),
    "```",
    "",
    ":::",
    "",
  ];
}
