import { Validator } from "@cfworker/json-schema";
import { DeliveryError, type DeliveryErrorCode } from "../errors/delivery-error.ts";
import type { JsonValue } from "../model/endpoint.ts";

/** A type of event, as whoever receives it is to know it. */
export interface EventTypeDefinition {
  /** What has happened, in a sentence. */
  readonly description?: string | undefined;
  /** Of the schema; say another when a change is not only an addition. `1` when absent. */
  readonly version?: string | undefined;
  /** JSON Schema of the body, draft 2020-12. It may refer to its own definitions, and fetches nothing. */
  readonly schema: { readonly [key: string]: JsonValue } | boolean;
  /** A body of this type. It has to match the schema. */
  readonly example?: JsonValue | undefined;
  /** Nobody should subscribe to it any more. */
  readonly deprecated?: boolean | undefined;
}

/** An {@link EventTypeDefinition} with its name. */
export interface EventType extends EventTypeDefinition {
  readonly name: string;
  readonly version: string;
}

/** The types of events that there are. */
export interface EventCatalogue {
  /** In the order they were given. */
  readonly types: readonly EventType[];
  /**
   * Refuses an event whose type is not in the catalogue, or whose body does not match its schema: the `checkEvent` of a store.
   *
   * @throws {DeliveryError} `invalid_event`
   */
  readonly check: (event: { readonly id: string; readonly type: string; readonly body: string }) => void;
  /**
   * What is wrong with a body that was parsed, at most three problems, the innermost last; empty where it matches the schema of its
   * type.
   *
   * @throws {DeliveryError} `invalid_event` for a type that is not in the catalogue
   */
  readonly findProblems: (type: string, body: unknown) => readonly string[];
}

const maxProblems = 3;

/**
 * Makes a catalogue of event types, and checks it: each example matches its schema.
 *
 * @throws {DeliveryError} `invalid_option`
 * @example
 * import { DatabaseSync } from "node:sqlite";
 * import { createEventCatalogue } from "@plugboard/webhook-delivery/catalogue";
 * import { createSqliteDeliveryStore } from "@plugboard/webhook-delivery/sqlite";
 *
 * const catalogue = createEventCatalogue({
 *   "invoice.paid": {
 *     description: "An invoice was paid.",
 *     schema: { type: "object", required: ["invoiceId"], properties: { invoiceId: { type: "string" } } },
 *     example: { invoiceId: "inv_1" },
 *   },
 * });
 * const store = createSqliteDeliveryStore(new DatabaseSync(":memory:"), { checkEvent: catalogue.check });
 * await store.migrate();
 * await store.publish([{ id: "evt_1", type: "invoice.paid", body: '{"invoiceId":"inv_2"}' }]);
 */
export function createEventCatalogue(types: {
  readonly [type: string]: EventTypeDefinition;
}): EventCatalogue {
  const entries = Object.entries(types);
  const validators = new Map(entries.map(([name, { schema }]) => [name, createValidator(name, schema)]));
  for (const [name, { example }] of entries) {
    if (example !== undefined) validate(name, example, "invalid_option", `the example of ${name}`);
  }

  function findProblems(type: string, body: unknown, code: DeliveryErrorCode, what: string): string[] {
    const validator = validators.get(type);
    if (validator === undefined) {
      throw new DeliveryError(code, `${what}: there is no type ${JSON.stringify(type)} in the catalogue`);
    }
    const { valid, errors } = validator.validate(body);
    // The innermost come last, and say what is wrong; those around them only that something is.
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
    // What is wrong with a schema shows when it is used: a reference with any body, a pattern only with a text.
    validator.validate({});
    compilePatterns(schema);
    return validator;
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new DeliveryError("invalid_option", `the schema of ${name} cannot be used: ${reason}`, { cause });
  }
}

/** Values in a schema, which are no schemas themselves. */
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
    throw new DeliveryError("invalid_event", `event ${id}: the body is not JSON, which a schema needs`, {
      cause,
    });
  }
}
