import * as z from "zod/mini";
import type { ManifestContract } from "../model/manifest-contract.ts";
import { namesOf } from "./manifest-checks.ts";
import { manifestSchemaOf, usualNames } from "./manifest-schema.ts";

/** A JSON Schema (draft 7, which editors support best). */
export type JsonSchema = Readonly<Record<string, unknown>>;

/**
 * Returns the JSON Schema of a manifest, for editors. It accepts all manifests that `parseManifest` accepts
 * without a warning, but can't check everything; see "Editor setup" in the README.
 *
 * @param options.contract the product's contract; its scopes are also allowed, and settings of its kinds
 *
 * @example
 * ```ts
 * import { manifestJsonSchema } from "@plugboard/manifest/json-schema";
 *
 * console.log(JSON.stringify(manifestJsonSchema(), null, 2));
 * ```
 */
export function manifestJsonSchema({
  contract,
}: {
  readonly contract?: ManifestContract | undefined;
} = {}): JsonSchema {
  return {
    ...z.toJSONSchema(manifestSchemaOf(contract === undefined ? usualNames : namesOf(contract)), {
      target: "draft-07",
      io: "input",
    }),
    title: "Integration manifest",
    description: "The definition of an integration in service-manifest.yaml.",
  };
}
