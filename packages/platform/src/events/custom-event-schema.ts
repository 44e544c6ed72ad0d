import { setImmediate } from "node:timers/promises";
import type { CustomEventType, JsonObject } from "@plugboard/api";
import { measureJson } from "@plugboard/manifest";
import { DeliveryError } from "@plugboard/webhook-delivery";
import {
  createEventCatalog,
  type EventCatalog,
  type EventTypeDefinition,
} from "@plugboard/webhook-delivery/catalog";
import { PlatformError } from "../common/platform-error.ts";
import { costOfSchema } from "./schema-cost.ts";

/** An organization's description of the data of an event type. */
export interface DataDescription {
  /** JSON Schema, draft 2020-12. */
  readonly schema?: JsonObject | undefined;
  readonly example?: JsonObject | undefined;
}

/** Checks that a schema and example can validate events. @throws PlatformError `invalid_request` */
export function checkDataDescription(type: CustomEventType, { schema, example }: DataDescription): void {
  try {
    if (schema !== undefined) costOfSchema(schema);
    // Reduced to JSON, like the data of events.
    const catalog = createEventCatalog({
      [type]: JSON.parse(JSON.stringify({ schema: schema ?? true, example })),
    });
    checkExamples(schema?.["examples"], (data) => catalog.findProblems(type, data));
  } catch (error) {
    if (!(error instanceof DeliveryError)) throw error;
    const path = error.message.startsWith("the example") ? "example" : "schema";
    throw new PlatformError("invalid_request", `${error.message}.`, [{ path, message: error.message }], {
      cause: error,
    });
  }
}

/** Checks the `examples` of a schema, which the console offers like the type's own example. */
function checkExamples(examples: unknown, findProblems: (data: unknown) => readonly string[]): void {
  if (!Array.isArray(examples)) return;
  for (const [index, example] of examples.entries()) {
    const [problem] = isJsonObject(example) ? findProblems(example) : ["It must be a JSON object."];
    if (problem === undefined) continue;
    const message = `example ${index + 1} of the schema doesn't match it: ${problem}`;
    throw new PlatformError("invalid_request", message, [{ path: "schema", message }]);
  }
}

function isJsonObject(value: unknown): boolean {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

interface CompiledSchema {
  readonly cost: number;
  readonly catalog: EventCatalog;
}

const compiled = new Map<string, CompiledSchema>();
const maxCompiled = 500;
// The name of the single type in the catalog. Error messages omit it.
const only = "data";

/** Compiles a schema, cached by its text for all requests. */
function compile(text: string): CompiledSchema {
  const cached = compiled.get(text);
  if (cached !== undefined) return cached;
  // Checked to be a JSON object when the type was defined.
  const schema: unknown = JSON.parse(text);
  const schemaEntry = {
    cost: costOfSchema(schema as JsonObject),
    catalog: createEventCatalog({ [only]: { schema: schema as EventTypeDefinition["schema"] } }),
  };
  const [oldest] = compiled.keys();
  if (compiled.size >= maxCompiled && oldest !== undefined) compiled.delete(oldest);
  compiled.set(text, schemaEntry);
  return schemaEntry;
}

// A cost of a million takes about 0.3 s on one core, and other requests should not wait longer than 0.1 s.
const maxCost = 300_000;
const maxCostOfAll = 10_000_000;
const costBetweenPauses = 100_000;

/** Returns the problem with the data, as the predicate of a sentence. `undefined` if the data is valid. */
export type DataCheck = (schema: string, data: JsonObject) => Promise<string | undefined>;

/** Creates a check for the events of one request, which yields to other requests between events. */
export function createDataCheck(): DataCheck {
  let spent = 0;
  let paused = 0;
  return async (text, data) => {
    const schema = compile(text);
    const cost = schema.cost * measureJson(data);
    if (cost > maxCost) return "is too large to check against a schema of this size";
    spent += cost;
    if (spent > maxCostOfAll)
      return "exceeds the validation limit of one request; split the events into several requests";
    if (spent - paused > costBetweenPauses) {
      paused = spent;
      await setImmediate();
    }
    const problems = schema.catalog.findProblems(only, data);
    return problems.length === 0 ? undefined : `does not match its schema: ${problems.join(" ")}`;
  };
}
