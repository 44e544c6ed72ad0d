import type { ManifestConfiguration, ManifestPropertiesConfiguration } from "../model/manifest.ts";
import { explainUnknownWord } from "../wording/explain-unknown-word.ts";
import { checkPropertyValue, type ConfigurationProblem } from "./check-property-value.ts";

/** Values of a configuration by property. */
export type ConfigurationValues = Readonly<Record<string, unknown>>;

/** What there is to say about the values of a configuration. */
export interface CheckedConfiguration {
  /** `complete` when nothing required is missing and no value has a problem. */
  readonly status: "complete" | "incomplete";
  /** The values without a problem, with defaults where nothing is set. */
  readonly values: ConfigurationValues;
  readonly problems: readonly ConfigurationProblem[];
  /** Required properties that are not set, in the order the manifest requires them. */
  readonly missing: readonly string[];
}

/**
 * Checks values against the configuration that a manifest declares. `undefined` and `null` are not set, and a blank text
 * does not satisfy `required`. A configuration with a component of its own is always complete.
 *
 * @example
 * ```ts
 * import { checkConfiguration, parseManifest } from "@plugboard/manifest";
 *
 * const yaml = `
 * name: page-digest
 * title: Page digest
 * description: Posts what changed to a channel.
 * organization: acme
 * visibility: private
 * scopes: [space:content:read]
 * configurations:
 *   account:
 *     properties:
 *       channel: { type: string, title: Channel, description: Where to post }
 *     required: [channel]
 * `;
 * const { configurations } = parseManifest(yaml);
 * if (configurations?.account !== undefined) {
 *   const { status, missing } = checkConfiguration(configurations.account, {});
 *   console.log(status, missing); // "incomplete" ["channel"]
 * }
 * ```
 */
export function checkConfiguration(
  configuration: ManifestConfiguration,
  values: ConfigurationValues,
): CheckedConfiguration {
  if ("componentId" in configuration) return { status: "complete", values, problems: [], missing: [] };
  const given = Object.entries(values).filter(([, value]) => value !== undefined && value !== null);
  const problems = given.flatMap(([property, value]) => checkValue(configuration, property, value));
  const troubled = new Set(problems.map(({ property }) => property));
  const set = { ...defaultsOf(configuration), ...Object.fromEntries(given) };
  const missing = (configuration.required ?? []).filter(
    (property) => !Object.hasOwn(set, property) || isBlank(set[property]),
  );
  return {
    status: problems.length === 0 && missing.length === 0 ? "complete" : "incomplete",
    values: Object.fromEntries(Object.entries(set).filter(([property]) => !troubled.has(property))),
    problems,
    missing,
  };
}

function checkValue(
  { properties }: ManifestPropertiesConfiguration,
  property: string,
  value: unknown,
): readonly ConfigurationProblem[] {
  const declared = Object.hasOwn(properties, property) ? properties[property] : undefined;
  if (declared) return checkPropertyValue(property, declared, value);
  const message = explainUnknownWord(property, "a property of this configuration", Object.keys(properties));
  return [{ property, code: "unknown_property", message }];
}

function defaultsOf({ properties }: ManifestPropertiesConfiguration): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(properties).flatMap(([name, property]) =>
      "default" in property ? [[name, property.default] as const] : [],
    ),
  );
}

function isBlank(value: unknown): boolean {
  return typeof value === "string" && value.trim() === "";
}
