import * as z from "zod";
import { isJson } from "../events/is-json.ts";
import type { Json, JsonObject } from "../events/ui-render.ts";
import { limits } from "./limits.ts";

/** Checks a value of an integration's own: any JSON that is not nested too deeply. */
export const jsonSchema: z.ZodType<Json, Json> = z.custom<Json>(
  (value) => isJson(value),
  `must be JSON of at most ${limits.jsonDepth} levels`,
);

/** Checks the same for callers whose values have types of their own. */
export const anyJsonSchema = z
  .unknown()
  .refine((value) => isJson(value), `must be JSON of at most ${limits.jsonDepth} levels`);

/** Checks a JSON object of an integration's own. */
export const jsonObjectSchema: z.ZodType<JsonObject, JsonObject> = z.record(z.string(), jsonSchema);

/** Checks the settings in a request: a bounded map from names to JSON. */
export const settingsSchema: z.ZodType<JsonObject, JsonObject> = boundedMap(jsonSchema);

/** Checks a map of at most {@link limits.mapKeys} keys. */
export function boundedMap<Value extends z.ZodType>(value: Value) {
  return z
    .record(z.string().max(limits.identifierLength), value)
    .refine((map) => Object.keys(map).length <= limits.mapKeys, `must have at most ${limits.mapKeys} keys`)
    .meta({ maxProperties: limits.mapKeys });
}
