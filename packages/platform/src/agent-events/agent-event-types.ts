import { isCustomEventType, type JsonObject, scopeOfEvent } from "@plugboard/api";
import { eventBodySchema, limits } from "@plugboard/api/contract";
import type { FieldCondition } from "@plugboard/webhook-delivery";
import * as z from "zod";
import { agentEventScope } from "../common/agent-event-scope.ts";
import { orNotFound } from "../common/platform-error.ts";
import type { PlatformContext } from "../database/platform-context.ts";
import { type DefinedEventType, listCustomEventTypes } from "../events/custom-event-types.ts";
import type { ReceivedEvent } from "../events/received-event.ts";
import { grantedScopes } from "../installations/consent.ts";
import { listInstallations } from "../installations/installations.ts";
import { getInstalled } from "../integrations/integrations.ts";

/** An event that agents can subscribe to. */
export interface AgentEventType {
  /** The integration's name, two underscores and the event type. */
  readonly name: string;
  readonly integration: string;
  readonly installationId: string;
  readonly type: string;
  readonly description: string;
  readonly inputSchema: JsonObject;
  readonly payloadSchema: JsonObject;
}

type Described = Pick<AgentEventType, "type" | "description" | "inputSchema" | "payloadSchema">;

/**
 * Lists the events that agents can receive from an organization's active installations, or from one of them. An
 * installation must be allowed to receive an event itself.
 */
export async function listAgentEvents(
  context: PlatformContext,
  organizationId: string,
  installationId?: string,
): Promise<readonly AgentEventType[]> {
  const installations = await listInstallations(context, {
    organizations: [organizationId],
    id: installationId,
  });
  const active = installations.filter(({ status }) => status === "active");
  const integrations = await Promise.all(
    active.map(async (installation) => {
      const { name, manifest } = await getInstalled(context, installation);
      const scopes: readonly string[] = grantedScopes(manifest, installation);
      return { installation, name, scopes };
    }),
  );
  const served = integrations.filter(({ scopes }) => scopes.includes(agentEventScope));
  if (served.length === 0) return [];
  const described = [...productEvents(context), ...(await customEvents(context, organizationId))];
  return served.flatMap(({ installation, name, scopes }) =>
    described
      .filter(({ type }) => {
        const scope = isCustomEventType(type)
          ? scopeOfEvent(type)
          : context.product?.contract.events?.[type]?.scope;
        return scope === undefined || scopes.includes(scope);
      })
      .map((event) => ({
        ...event,
        name: `${name}__${event.type}`,
        integration: name,
        installationId: installation.id,
      })),
  );
}

/**
 * Returns an event that agents can receive.
 *
 * @throws PlatformError `not_found`
 */
export async function getAgentEvent(
  context: PlatformContext,
  organizationId: string,
  { name, installationId }: { readonly name: string; readonly installationId?: string | undefined },
): Promise<AgentEventType> {
  const events = await listAgentEvents(context, organizationId, installationId);
  return orNotFound(
    events.find((event) => event.name === name),
    `event ${name}`,
  );
}

/** Returns the data of an event for agents: its fields, without those that all events have. */
export function agentDataOf(event: ReceivedEvent): JsonObject {
  const { eventId: _, type, ...fields } = event;
  // The event was read from JSON.
  return (isCustomEventType(type) ? (fields["data"] ?? {}) : fields) as JsonObject;
}

/** Returns the conditions on events that a subscription's arguments stand for. */
export function toFilter(type: string, input: JsonObject): readonly FieldCondition[] {
  const prefix = isCustomEventType(type) ? ["data"] : [];
  return Object.entries(input).map(([name, value]) => ({
    field: [...prefix, name],
    // The input schema accepts no other values.
    equals: value as string | number | boolean,
  }));
}

const maxArguments = 20;
const scalarTypes: ReadonlySet<unknown> = new Set(["string", "number", "integer", "boolean"]);
const commonFields: ReadonlySet<string> = new Set(["eventId", "type", "installationId"]);
const described = ["type", "enum", "description", "title"] as const;

/** Returns the schema of a subscription's arguments: the top-level fields of the data with a single value. */
function toInputSchema(payload: JsonObject): JsonObject {
  // Parts of a JSON Schema are JSON.
  const properties = Object(payload["properties"]) as JsonObject;
  const fields = Object.entries(properties).flatMap(([name, schema]) => {
    const field = Object(schema) as JsonObject;
    if (!scalarTypes.has(field["type"]) || commonFields.has(name)) return [];
    const known = described.filter((key) => field[key] !== undefined);
    return [[name, Object.fromEntries(known.map((key) => [key, field[key]]))] as const];
  });
  return {
    type: "object",
    properties: Object.fromEntries(fields.slice(0, maxArguments)),
    additionalProperties: false,
  };
}

function describe(type: string, description: string, payload: JsonObject): Described {
  return { type, description, payloadSchema: payload, inputSchema: toInputSchema(payload) };
}

function withoutCommonFields(schema: JsonObject): JsonObject {
  const { properties, required, ...rest } = schema;
  const names = Array.isArray(required) ? required : [];
  return {
    ...rest,
    properties: Object.fromEntries(
      Object.entries(Object(properties) as JsonObject).filter(
        ([name]) => name !== "eventId" && name !== "type",
      ),
    ),
    required: names.filter((name) => name !== "eventId" && name !== "type"),
  };
}

function productEvents({ product }: PlatformContext): readonly Described[] {
  return Object.entries(product?.contract.events ?? {}).map(([type, event]) => {
    const schema = z.toJSONSchema(eventBodySchema(type, event), { io: "input", unrepresentable: "any" });
    // A JSON Schema is a JSON object.
    return describe(type, event.summary, withoutCommonFields(schema as JsonObject));
  });
}

async function customEvents(context: PlatformContext, organizationId: string): Promise<readonly Described[]> {
  const { items } = await listCustomEventTypes(context, organizationId, { limit: limits.customEventTypes });
  return items
    .filter(({ archivedAt }) => archivedAt === undefined)
    .map(({ type, summary, schema = { type: "object" } }: DefinedEventType) =>
      describe(type, summary, schema),
    );
}
