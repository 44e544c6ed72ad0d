export { compatAliases, compatDefinitions } from "./manifest/compat-modules.ts";
export { type ImportedManifest, importManifest, type ManifestChange } from "./manifest/import-manifest.ts";
