import * as z from "zod";
import { type DeclaredEvent, eventBodySchema } from "./declared-event.ts";
import { describeDestinations, type DocumentedDestination } from "./describe-destinations.ts";
import { limits } from "./limits.ts";
import { type Access, type AnyOperation, tags } from "./operation.ts";
import { operations } from "./operations.ts";
import { type ErrorCode, errorCodes, problemSchema } from "./problem.ts";
import { collectShapes, shapeOf } from "./shape.ts";

/** Options for {@link createOpenApiDocument}. */
export interface OpenApiDocumentOptions {
  readonly title: string;
  readonly version: string;
  /** The API's base URL, such as `https://docs.example/v1`. */
  readonly serverUrl: string;
  /** The operations that are served. Defaults to those of a platform without a product. */
  readonly operations?: readonly AnyOperation[] | undefined;
  /** The events of the product by type. Those that endpoints can subscribe to become webhooks. Defaults to none. */
  readonly events?: Readonly<Record<string, DeclaredEvent>> | undefined;
  /** The destinations of endpoints with their fields, as `getDestinationTypes` returns them. Defaults to any. */
  readonly destinations?: readonly DocumentedDestination[] | undefined;
}

type JsonSchema = z.core.JSONSchema.BaseSchema;
type Fields = Readonly<Record<string, unknown>>;

/** An OpenAPI 3.1 document. */
export interface OpenApiDocument {
  readonly openapi: "3.1.0";
  readonly info: { readonly title: string; readonly version: string; readonly description: string };
  readonly servers: readonly { readonly url: string }[];
  readonly security: readonly Fields[];
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  /** Operations by path and lower-case method. */
  readonly paths: Readonly<Record<string, Readonly<Record<string, Fields>>>>;
  /** Webhooks by event type. */
  readonly webhooks: Readonly<Record<string, Fields>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, JsonSchema>>;
    readonly securitySchemes: Fields;
  };
}

/**
 * Creates the OpenAPI document of the platform's HTTP API from the contract.
 *
 * @example
 * ```ts
 * import { createOpenApiDocument } from "@plugboard/api/openapi";
 *
 * const document = createOpenApiDocument({
 *   title: "Acme Docs",
 *   version: "1",
 *   serverUrl: "https://docs.example/v1",
 * });
 * console.log(Object.keys(document.paths).length);
 * ```
 */
export function createOpenApiDocument({
  title,
  version,
  serverUrl,
  operations: table = Object.values(operations),
  events = {},
  destinations = [],
}: OpenApiDocumentOptions): OpenApiDocument {
  const webhooks = Object.entries(events)
    .filter(([, { webhook }]) => webhook !== false)
    .map(([type, event]) => toWebhook(type, event));
  const used = new Set<string>(table.map(({ tag }) => tag));
  const byPath = Map.groupBy(table, ({ path }) => path);
  const schemas = Object.fromEntries(
    listComponents(table, webhooks).map(([name, schema]) => [
      componentName(schema) ?? name,
      toJsonSchema(schema),
    ]),
  );
  const { EndpointDestination: anyDestination } = schemas;
  return {
    openapi: "3.1.0",
    info: {
      title,
      version,
      description:
        "The HTTP API of the integration platform. All lists are paginated, and all errors are problem details (RFC 9457) with a stable code.",
    },
    servers: [{ url: serverUrl }],
    security: [{ bearer: [] }],
    tags: [
      ...Object.entries(tags).filter(([name]) => used.has(name)),
      ["Webhooks", "Signed webhooks sent to endpoints."] as const,
    ].map(([name, description]) => ({ name, description })),
    paths: Object.fromEntries(
      [...byPath].map(([path, group]) => [
        path,
        Object.fromEntries(group.map((each) => [each.method.toLowerCase(), describeOperation(each)])),
      ]),
    ),
    webhooks: Object.fromEntries(webhooks.map((webhook) => [webhook.type, describeWebhook(webhook)])),
    components: {
      schemas: {
        ...schemas,
        ...(anyDestination !== undefined &&
          destinations.length > 0 &&
          describeDestinations(destinations, anyDestination)),
      },
      securitySchemes: {
        bearer: {
          type: "http",
          scheme: "bearer",
          description:
            "The platform administrator's token, an API key, or a token that an integration received with an event: its own, or that of the installation.",
        },
      },
    },
  };
}

/** Returns the named schemas that operations and webhooks consist of. */
function listComponents(
  table: readonly AnyOperation[],
  webhooks: readonly Webhook[],
): readonly (readonly [string, z.core.$ZodType])[] {
  const schemas = table.flatMap(({ query, body, response }) =>
    // Each query field is documented as a separate parameter.
    [...(query === undefined ? [] : Object.values(shapeFields(query))), body, response].filter(
      (schema) => schema !== undefined,
    ),
  );
  return [
    ...collectShapes([...schemas, ...webhooks.map(({ body }) => body)]),
    ["Problem", problemSchema],
    ...webhooks.map(({ name, body }) => [name, body] as const),
  ];
}

function shapeFields(schema: z.ZodType): Readonly<Record<string, z.core.$ZodType>> {
  return schema instanceof z.ZodObject ? schema.shape : {};
}

function componentName(schema: z.core.$ZodType): string | undefined {
  return shapeOf(schema)?.name.replace(/(?<=.)Resource$/, "");
}

/** Converts a request or response schema to JSON Schema. Named schemas become references. */
function toJsonSchema(root: z.core.$ZodType): JsonSchema {
  const { $schema: _dialect, ...schema } = z.toJSONSchema(root, {
    io: "input",
    unrepresentable: "any",
    override: ({ zodSchema, jsonSchema, path }) => {
      const name = path.length === 0 ? undefined : componentName(zodSchema);
      if (name !== undefined) {
        const { description } = jsonSchema;
        for (const key of Object.keys(jsonSchema)) Reflect.deleteProperty(jsonSchema, key);
        jsonSchema.$ref = refTo(name);
        if (description !== undefined && description !== shapeOf(zodSchema)?.description)
          jsonSchema.description = description;
      }
      // The format makes the pattern redundant.
      if (jsonSchema.format !== undefined) delete jsonSchema.pattern;
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
    },
  });
  return schema;
}

function refTo(name: string): string {
  return `#/components/schemas/${name}`;
}

function schemaOf(schema: z.core.$ZodType): JsonSchema {
  const name = componentName(schema);
  return name === undefined ? toJsonSchema(schema) : { $ref: refTo(name) };
}

const callers: Readonly<Record<Exclude<Access, object>, string>> = {
  anyone: "Needs no token.",
  person: "For any signed-in person.",
  administrator: "For people.",
  token: "For people, and for tokens with access to the resource.",
  integration: "For people, the integration and its installations.",
  installation: "For people, the installation and its integration.",
  removedInstallation: "For people, the installation and its integration, also after it was removed.",
};

function describeCaller({ access, keyScope, roles, isPoll }: AnyOperation): string {
  if (access === "anyone" || access === "person") return callers[access];
  const tokens =
    typeof access === "string"
      ? callers[access]
      : `For people, and integrations with the scope \`${access.scope}\` that are installed in the ${access.resource}.`;
  if (roles.length === 0) return `${tokens} Among people, only the platform's administrator.`;
  const consumer = isPoll === true ? " The endpoint's own poll token is accepted too." : "";
  const keys = keyScope === undefined ? "" : ` API keys with the scope \`${keyScope}\` can call it too.`;
  return `${tokens} Roles: ${roles.join(", ")}.${keys}${consumer}`;
}

function describeOperation(operation: AnyOperation): Fields {
  const { id, tag, summary, access, query, body, response, status, version, example, maxBodyBytes, isLive } =
    operation;
  const isOptional = body?.safeParse({}).success === true;
  return {
    operationId: id,
    tags: [tag],
    summary,
    description: describeCaller(operation),
    security: access === "anyone" ? [] : [{ bearer: typeof access === "object" ? [access.scope] : [] }],
    parameters: [
      ...describeParameters(operation.params, "path"),
      ...(query === undefined ? [] : describeParameters(query, "query", example.query)),
      ...describeHeaders(operation),
    ],
    ...(body !== undefined && {
      requestBody: {
        description: `At most ${maxBodyBytes} bytes and ${limits.jsonValues} JSON values.`,
        ...(!isOptional && { required: true }),
        content: { "application/json": { schema: schemaOf(body), example: example.body } },
      },
    }),
    responses: {
      [status]: {
        description: "Success",
        ...(version !== undefined && { headers: { ETag: versionHeader } }),
        ...(response !== undefined && {
          content: {
            "application/json": { schema: schemaOf(response), example: example.response },
            ...(isLive === true && { "text/event-stream": { schema: { type: "string" } } }),
          },
        }),
      },
      ...describeErrors(operation.errors),
    },
  };
}

const versionHeader = {
  description: "The version of the returned resource.",
  schema: { type: "string" },
};

function describeParameters(schema: z.ZodType, location: "path" | "query", example?: unknown): Fields[] {
  const { properties = {}, required = [] } = toJsonSchema(schema);
  return Object.entries(properties).map(([name, property]) => {
    const { description, ...rest } = typeof property === "object" ? property : {};
    const value: unknown =
      typeof example === "object" && example !== null ? Reflect.get(example, name) : undefined;
    return {
      name,
      in: location,
      description,
      ...(required.includes(name) && { required: true }),
      schema: rest,
      ...(value !== undefined && { example: value }),
    };
  });
}

function describeHeaders({ idempotent, version, creates, method }: AnyOperation): Fields[] {
  const key = {
    name: "Idempotency-Key",
    in: "header",
    description:
      "Makes the request safe to retry: a repeated key changes nothing and returns the same response.",
    schema: { type: "string", minLength: 1, maxLength: limits.identifierLength },
  };
  const condition = {
    name: "If-Match",
    in: "header",
    description:
      "The ETag from a previous response. The change is rejected if the resource has changed since.",
    schema: { type: "string" },
  };
  const absence = {
    name: "If-None-Match",
    in: "header",
    description: "`*` rejects the change if the resource already exists.",
    schema: { type: "string", enum: ["*"] },
  };
  return [
    ...(idempotent === true ? [key] : []),
    ...(version !== undefined && method !== "GET" ? [condition] : []),
    ...(creates === true ? [absence] : []),
  ];
}

function describeErrors(codes: readonly ErrorCode[]): Fields {
  const byStatus = Map.groupBy(codes, (code) => errorCodes[code].status);
  return Object.fromEntries(
    [...byStatus].map(([status, group]) => [
      status,
      {
        description: group.map((code) => `\`${code}\`: ${errorCodes[code].meaning}`).join(" "),
        content: { "application/problem+json": { schema: { $ref: refTo("Problem") } } },
      },
    ]),
  );
}

interface Webhook {
  readonly type: string;
  readonly summary: string;
  readonly version: string;
  /** The body's name among the components. */
  readonly name: string;
  readonly body: z.ZodObject;
}

function toWebhook(type: string, { summary, version = "1", ...event }: DeclaredEvent): Webhook {
  const name = `${type.replaceAll(/(?:^|_)([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())}Event`;
  return { type, summary, version, name, body: eventBodySchema(type, event) };
}

function describeWebhook({ type, summary, version, name }: Webhook): Fields {
  return {
    post: {
      operationId: `receive_${type}`,
      tags: ["Webhooks"],
      summary,
      description: `Delivered at least once; \`eventId\` is the same on every attempt. Version ${version} of the body.`,
      security: [],
      parameters: [
        {
          name: "X-Service-Signature",
          in: "header",
          required: true,
          description:
            "`t=<Unix time in seconds>,v1=<HMAC-SHA256 of time and body>`, with one `v1` per valid secret.",
          schema: { type: "string" },
        },
      ],
      requestBody: {
        required: true,
        content: { "application/json": { schema: { $ref: refTo(name) } } },
      },
      responses: {
        "2XX": { description: "Received" },
        "410": { description: "Gone: the endpoint is disabled." },
      },
    },
  };
}
