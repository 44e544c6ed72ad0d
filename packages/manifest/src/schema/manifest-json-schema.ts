import * as z from "zod/mini";
import { manifestSchema } from "./manifest-schema.ts";

/** A JSON Schema, draft 7, which editors know best. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/**
 * The JSON Schema of a manifest, for editors. It refuses nothing that `parseManifest` accepts without a warning, but it
 * cannot say everything: see "Editor set-up" in the README for what only `parseManifest` finds.
 *
 * @example
 * ```ts
 * import { manifestJsonSchema } from "@plugboard/manifest";
 *
 * console.log(JSON.stringify(manifestJsonSchema(), null, 2));
 * ```
 */
export function manifestJsonSchema(): JsonSchema {
  return {
    ...z.toJSONSchema(manifestSchema, { target: "draft-07", io: "input" }),
    title: "Integration manifest",
    description: "What an integration says of itself in service-manifest.yaml.",
  };
}
