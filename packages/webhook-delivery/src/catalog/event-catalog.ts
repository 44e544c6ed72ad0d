import { Validator } from "@cfworker/json-schema";
import { DeliveryError, type DeliveryErrorCode } from "../errors/delivery-error.ts";
import type { JsonValue } from "../model/endpoint.ts";

/** The definition of an event type. */
export interface EventTypeDefinition {
  /** A one-sentence description of the event. */
  readonly description?: string | undefined;
  /** The schema's version. Increase it for breaking changes. Defaults to `1`. */
  readonly version?: string | undefined;
  /** The JSON Schema (draft 2020-12) of the body. References are limited to its own definitions. */
  readonly schema: { readonly [key: string]: JsonValue } | boolean;
  /** An example body. It must match the schema. */
  readonly example?: JsonValue | undefined;
  /** Marks the type as deprecated for new subscriptions. */
  readonly deprecated?: boolean | undefined;
}

/** An {@link EventTypeDefinition} with its name. */
export interface EventType extends EventTypeDefinition {
  readonly name: string;
  readonly version: string;
}

/** A catalog of event types. */
export interface EventCatalog {
  /** The types, in the order of definition. */
  readonly types: readonly EventType[];
  /**
   * Rejects an event if its type is unknown or its body doesn't match the schema. Pass it to a store as
   * `checkEvent`.
   *
   * @throws {DeliveryError} `invalid_event`
   */
  readonly check: (event: { readonly id: string; readonly type: string; readonly body: string }) => void;
  /**
   * Returns the problems of a parsed body, at most three, innermost last; empty if the body matches its
   * type's schema.
   *
   * @throws {DeliveryError} `invalid_event` for an unknown type
   */
  readonly findProblems: (type: string, body: unknown) => readonly string[];
}

const maxProblems = 3;

/**
 * Creates a catalog of event types and checks that each example matches its schema.
 *
 * @throws {DeliveryError} `invalid_option`
 *
 * @example
 * import { DatabaseSync } from "node:sqlite";
 * import { createEventCatalog } from "@plugboard/webhook-delivery/catalog";
 * import { createSqliteDeliveryStore } from "@plugboard/webhook-delivery/sqlite";
 *
 * const catalog = createEventCatalog({
 *   "invoice.paid": {
 *     description: "An invoice was paid.",
 *     schema: { type: "object", required: ["invoiceId"], properties: { invoiceId: { type: "string" } } },
 *     example: { invoiceId: "inv_1" },
 *   },
 * });
 * const store = createSqliteDeliveryStore(new DatabaseSync(":memory:"), { checkEvent: catalog.check });
 * await store.migrate();
 * await store.publish([{ id: "evt_1", type: "invoice.paid", body: '{"invoiceId":"inv_2"}' }]);
 */
export function createEventCatalog(types: { readonly [type: string]: EventTypeDefinition }): EventCatalog {
  const entries = Object.entries(types);
  const validators = new Map(entries.map(([name, { schema }]) => [name, createValidator(name, schema)]));
  for (const [name, { example }] of entries) {
    if (example !== undefined) validate(name, example, "invalid_option", `the example of ${name}`);
  }

  function findProblems(type: string, body: unknown, code: DeliveryErrorCode, what: string): string[] {
    const validator = validators.get(type);
    if (validator === undefined) {
      throw new DeliveryError(code, `${what}: the catalog has no type ${JSON.stringify(type)}`);
    }
    const { valid, errors } = validator.validate(body);
    // Inner errors come last and name the cause; outer ones only report that a part failed.
    return valid ? [] : errors.slice(-maxProblems).map((each) => `${each.instanceLocation}: ${each.error}`);
  }

  function validate(type: string, body: unknown, code: DeliveryErrorCode, what: string): void {
    const problems = findProblems(type, body, code, what);
    if (problems.length === 0) return;
    throw new DeliveryError(code, `${what} does not match the schema of ${type}: ${problems.join(" ")}`);
  }

  return {
    types: entries.map(([name, { version = "1", ...definition }]) => ({ ...definition, name, version })),
    check({ id, type, body }) {
      validate(type, parseBody(id, body), "invalid_event", `event ${id}`);
    },
    findProblems: (type, body) => findProblems(type, body, "invalid_event", "a body"),
  };
}

function createValidator(name: string, schema: EventTypeDefinition["schema"]): Validator {
  try {
    const validator = new Validator(schema, "2020-12");
    // Schema errors only surface on use: an invalid reference with any body, an invalid pattern only with a
    // string.
    validator.validate({});
    compilePatterns(schema);
    return validator;
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new DeliveryError("invalid_option", `the schema of ${name} cannot be used: ${reason}`, { cause });
  }
}

/** Keywords whose values are not schemas. */
const valueKeywords: ReadonlySet<string> = new Set(["const", "default", "enum", "examples"]);

function compilePatterns(schema: JsonValue): void {
  if (typeof schema !== "object" || schema === null) return;
  for (const [keyword, part] of Object.entries<JsonValue>(Object(schema))) {
    if (valueKeywords.has(keyword)) continue;
    if (keyword === "pattern" && typeof part === "string") compile(part);
    if (keyword === "patternProperties") for (const pattern of Object.keys(Object(part))) compile(pattern);
    compilePatterns(part);
  }
}

function compile(pattern: string): RegExp {
  return new RegExp(pattern, "u");
}

function parseBody(id: string, body: string): unknown {
  try {
    return JSON.parse(body);
  } catch (cause) {
    throw new DeliveryError(
      "invalid_event",
      `event ${id}: the body is not JSON, so it cannot match a schema`,
      {
        cause,
      },
    );
  }
}
