import { eventBodySchema } from "@plugboard/api/contract";
import { fetchEventSchema, platformEventSchemas, platformRequestSchemas } from "@plugboard/api/schemas";
import { contentContract } from "@plugboard/content/contract";
import { contentEventSchemas, contentRequestSchemas } from "@plugboard/content/schemas";
import type { EventDeclaration, RequestDeclaration } from "@plugboard/platform";
import * as z from "zod";
import {
  exampleEvents,
  exampleFetchEvent,
  exampleFetchRequests,
} from "../../packages/api/src/fixtures/example-events.fixture.ts";
import {
  exampleContentEvents,
  exampleContentRequests,
} from "../../packages/content/src/fixtures/example-content-events.fixture.ts";

const exampleIds: Readonly<Record<string, string>> = { space: "spc_1", site: "site_1" };
const installationEvents = Object.keys(contentContract.kinds).flatMap((kind) => [
  describeInstallationEvent(kind, "installation_setup"),
  describeInstallationEvent(kind, "installation_deleted"),
]);
const schemas: Readonly<Record<string, z.core.$ZodType>> = {
  ...platformEventSchemas,
  ...Object.fromEntries(installationEvents.map(({ type, schema }) => [type, schema])),
  ...contentEventSchemas,
  ...contentRequestSchemas,
  ...platformRequestSchemas,
  fetch: fetchEventSchema,
};
const examples: Readonly<Record<string, unknown>> = {
  ...exampleEvents,
  ...Object.fromEntries(installationEvents.map(({ type, example }) => [type, example])),
  ...exampleContentEvents,
  ...exampleContentRequests,
  ...exampleFetchRequests,
  fetch: exampleFetchEvent,
};
const declarations: Readonly<Record<string, EventDeclaration>> = contentContract.events;
const requests: Readonly<Record<string, RequestDeclaration>> = contentContract.requests;

/** Returns an event about installations in a kind of resource, which the platform derives from its own. */
function describeInstallationEvent(kind: string, own: "installation_setup" | "installation_deleted") {
  const type = `${kind}_${own}`;
  // The schemas of events are objects; their types name the events instead.
  const { shape } = platformEventSchemas[own] as unknown as z.ZodObject;
  const { eventId: _id, installationId: _installation, type: _type, ...fields } = shape;
  return {
    type,
    schema: eventBodySchema(type, { on: kind, fields: z.object(fields) }),
    example: { ...exampleEvents[own], type, [`${kind}Id`]: exampleIds[kind] },
  };
}

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
  const scope = entry?.scope ?? requests[type]?.scope;
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
