import * as z from "zod/mini";
import { manifestSchema } from "./manifest-schema.ts";

/** A JSON Schema (draft 7, which editors support best). */
export type JsonSchema = Readonly<Record<string, unknown>>;

/**
 * Returns the JSON Schema of a manifest, for editors. It accepts all manifests that `parseManifest` accepts
 * without a warning, but can't check everything; see "Editor setup" in the README.
 *
 * @example
 * ```ts
 * import { manifestJsonSchema } from "@plugboard/manifest/json-schema";
 *
 * console.log(JSON.stringify(manifestJsonSchema(), null, 2));
 * ```
 */
export function manifestJsonSchema(): JsonSchema {
  return {
    ...z.toJSONSchema(manifestSchema, { target: "draft-07", io: "input" }),
    title: "Integration manifest",
    description: "The definition of an integration in service-manifest.yaml.",
  };
}
