import { setImmediate } from "node:timers/promises";
import type { CustomEventType, JsonObject } from "@plugboard/api";
import { DeliveryError } from "@plugboard/webhook-delivery";
import {
  createEventCatalogue,
  type EventCatalogue,
  type EventTypeDefinition,
} from "@plugboard/webhook-delivery/catalogue";
import { PlatformError } from "../common/platform-error.ts";
import { measureJson, measureSchema } from "./schema-cost.ts";

/** What an organization says about the data of a type of events. */
export interface DataDescription {
  /** JSON Schema, draft 2020-12. */
  readonly schema?: JsonObject | undefined;
  readonly example?: JsonObject | undefined;
}

/** Refuses what no event could be checked with. @throws PlatformError `invalid_request` */
export function checkDataDescription(type: CustomEventType, { schema, example }: DataDescription): void {
  try {
    if (schema !== undefined) measureSchema(schema);
    // As events are checked: without anything that is no JSON.
    createEventCatalogue({ [type]: JSON.parse(JSON.stringify({ schema: schema ?? true, example })) });
  } catch (error) {
    if (!(error instanceof DeliveryError)) throw error;
    const path = error.message.startsWith("the example") ? "example" : "schema";
    throw new PlatformError("invalid_request", `${error.message}.`, [{ path, message: error.message }], {
      cause: error,
    });
  }
}

interface CompiledSchema {
  readonly cost: number;
  readonly catalogue: EventCatalogue;
}

const compiled = new Map<string, CompiledSchema>();
const maxCompiled = 500;
// The name under which a catalogue of one type has its schema; problems are said without it.
const only = "data";

/** Compiles a schema once for all requests: it is nothing but its text. */
function compile(text: string): CompiledSchema {
  const known = compiled.get(text);
  if (known !== undefined) return known;
  // It was a JSON object, and was checked, when the type was defined.
  const schema: unknown = JSON.parse(text);
  const made = {
    cost: measureSchema(schema as JsonObject),
    catalogue: createEventCatalogue({ [only]: { schema: schema as EventTypeDefinition["schema"] } }),
  };
  const [oldest] = compiled.keys();
  if (compiled.size >= maxCompiled && oldest !== undefined) compiled.delete(oldest);
  compiled.set(text, made);
  return made;
}

// A million is about 0.3 s on one core. No other request should wait longer than 0.1 s.
const maxCost = 300_000;
const maxCostOfAll = 10_000_000;
const costBetweenPauses = 100_000;

/** Says what is wrong with the data of an event; `undefined` where nothing is. */
export type DataCheck = (schema: string, data: JsonObject) => Promise<string | undefined>;

/** Checks the data of one request's events one after the other, and lets other requests go on in between. */
export function createDataCheck(): DataCheck {
  let spent = 0;
  let paused = 0;
  return async (text, data) => {
    const schema = compile(text);
    const cost = schema.cost * measureJson(data);
    if (cost > maxCost) return "has more than can be checked against so large a schema";
    spent += cost;
    if (spent > maxCostOfAll) return "has more to check than one request may; send these in several";
    if (spent - paused > costBetweenPauses) {
      paused = spent;
      await setImmediate();
    }
    const problems = schema.catalogue.findProblems(only, data);
    return problems.length === 0 ? undefined : `does not match the schema of its type: ${problems.join(" ")}`;
  };
}
