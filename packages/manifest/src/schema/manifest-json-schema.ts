import * as z from "zod/mini";
import type { ManifestContract } from "../model/manifest-contract.ts";
import { manifestSchemaOf } from "./manifest-schema.ts";
import { namesOf } from "./product-names.ts";

/** A JSON Schema (draft 7, which editors support best). */
export type JsonSchema = Readonly<Record<string, unknown>>;

/**
 * Returns the JSON Schema of a manifest, for editors. It accepts all manifests that `parseManifest` accepts
 * without a warning, but can't check everything; see "Editor setup" in the README.
 *
 * @param options.contract the product's contract; only its scopes and those of the platform are allowed, and only settings
 * of its kinds
 *
 * @example
 * ```ts
 * import { manifestJsonSchema } from "@plugboard/manifest/json-schema";
 *
 * const contract = { name: "tracker", kinds: { project: {} }, scopes: { "issues:read": {} } };
 * console.log(JSON.stringify(manifestJsonSchema({ contract }), null, 2));
 * ```
 */
export function manifestJsonSchema({
  contract,
}: {
  readonly contract?: ManifestContract | undefined;
} = {}): JsonSchema {
  return {
    ...z.toJSONSchema(manifestSchemaOf(contract && namesOf(contract)), {
      target: "draft-07",
      io: "input",
    }),
    title: "Integration manifest",
    description: "The definition of an integration in service-manifest.yaml.",
  };
}
