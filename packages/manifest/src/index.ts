export { checkAgainstIntegration, type IntegrationCode } from "./checking/check-against-integration.ts";
export {
  type CheckedManifest,
  checkManifest,
  type CheckManifestOptions,
  manifestFileName,
  parseManifest,
} from "./checking/check-manifest.ts";
export {
  checkConfiguration,
  type CheckedConfiguration,
  type ConfigurationProblem,
  type ConfigurationProblemCode,
  type ConfigurationValues,
} from "./configuration/check-configuration.ts";
export {
  type ComponentReference,
  componentReferencesOf,
  type Manifest,
  type ManifestBlock,
  type ManifestBlockMarkdown,
  type ManifestBooleanProperty,
  type ManifestButtonProperty,
  type ManifestComponentConfiguration,
  type ManifestConfiguration,
  type ManifestConfigurations,
  type ManifestContentSource,
  type ManifestEnvironment,
  type ManifestLink,
  type ManifestNumberProperty,
  type ManifestPropertiesConfiguration,
  type ManifestProperty,
  type ManifestSchedule,
  type ManifestSecrets,
  type ManifestStringProperty,
  type ManifestTool,
  scopeOfTool,
  toolNameOf,
} from "./model/manifest.ts";
export type { ContractScope, ManifestContract } from "./model/manifest-contract.ts";
export { editManifest, type ManifestEdit } from "./editing/edit-manifest.ts";
export { ManifestError, type ManifestErrorCode } from "./model/manifest-error.ts";
export {
  type ManifestFindings,
  type ManifestIssue,
  type ManifestIssueCode,
  manifestIssueCodes,
  type ManifestPath,
} from "./model/manifest-issue.ts";
export { printFindings, type PrintFindingsOptions } from "./printing/print-findings.ts";
export { maxManifestLength } from "./reading/decode-manifest.ts";
export type { ManifestSource, SourceRange } from "./reading/manifest-source.ts";
export type { YamlData, YamlMap } from "./reading/yaml-data.ts";
export { maxSummaryLength } from "./schema/manifest-schema.ts";
export {
  type EnvironmentVariables,
  manifestForEnvironment,
  resolveSecrets,
} from "./secrets/resolve-secrets.ts";
export { measureJson, measureSchema, type SchemaCost } from "./tools/measure-schema.ts";
export { generateTypes, type TypedContract } from "./types/generate-types.ts";
export { matchesUrlPattern } from "./unfurl/matches-url-pattern.ts";
export { explainUnknownWord } from "./wording/explain-unknown-word.ts";
export { suggest } from "./wording/suggest.ts";
