import * as z from "zod";
import { isJson } from "../events/is-json.ts";
import type { Json, JsonObject } from "../events/ui-render.ts";
import { limits } from "./limits.ts";

/** The schema of an integration's own JSON value, with a maximum nesting depth. */
export const jsonSchema: z.ZodType<Json, Json> = z.custom<Json>(
  (value) => isJson(value),
  `must be JSON of at most ${limits.jsonDepth} levels`,
);

/** The same schema for callers with their own types. */
export const anyJsonSchema = z
  .unknown()
  .refine((value) => isJson(value), `must be JSON of at most ${limits.jsonDepth} levels`);

/** The schema of an integration's own JSON object. */
export const jsonObjectSchema: z.ZodType<JsonObject, JsonObject> = z.record(z.string(), jsonSchema);

/** The schema of settings in a request: a JSON object with a limited number of keys. */
export const settingsSchema: z.ZodType<JsonObject, JsonObject> = boundedMap(jsonSchema);

/** Returns the schema of a map with at most {@link limits.mapKeys} keys. */
export function boundedMap<Value extends z.ZodType>(value: Value) {
  return z
    .record(z.string().max(limits.identifierLength), value)
    .refine((map) => Object.keys(map).length <= limits.mapKeys, `must have at most ${limits.mapKeys} keys`)
    .meta({ maxProperties: limits.mapKeys });
}
