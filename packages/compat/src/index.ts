export { isServedCall } from "./api/compat-calls.ts";
export { compatAliases, compatDefinitions } from "./manifest/compat-modules.ts";
export {
  type ImportedManifest,
  importManifest,
  type ImportManifestOptions,
  type ManifestChange,
  theirManifestNames,
} from "./manifest/import-manifest.ts";
