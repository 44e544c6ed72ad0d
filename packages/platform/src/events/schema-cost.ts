import type { JsonObject } from "@plugboard/api";
import { measureSchema } from "@plugboard/manifest";
import { PlatformError } from "../common/platform-error.ts";

/** Returns the number of parts in a JSON Schema. @throws PlatformError `invalid_request` if it has no bounded cost */
export function costOfSchema(schema: JsonObject): number {
  const { parts, problem } = measureSchema(schema);
  if (problem === undefined) return parts;
  throw new PlatformError("invalid_request", `The schema ${problem}.`, [
    { path: "schema", message: problem },
  ]);
}
