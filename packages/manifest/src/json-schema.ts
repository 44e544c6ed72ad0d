export { type JsonSchema, manifestJsonSchema } from "./schema/manifest-json-schema.ts";
