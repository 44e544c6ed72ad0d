import { eventScopes, siteRequestScopes } from "@plugboard/api";
import { fetchEventSchema, runtimeEventSchemas, fetchRequestSchemas } from "@plugboard/api/schemas";
import { contentContract } from "@plugboard/content/contract";
import type { EventDeclaration } from "@plugboard/platform";
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
const declarations: Readonly<Record<string, EventDeclaration>> = contentContract.events;

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
  const entry = declarations[type];
  const scope = scopes[type];
  return [
    `## ${type}`,
    "",
    ...(entry === undefined || entry.webhook === false
      ? []
      : [`${entry.summary}. Webhook endpoints can subscribe to it (version ${entry.version ?? "1"}).`, ""]),
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
