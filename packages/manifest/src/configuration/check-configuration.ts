import type {
  ManifestConfiguration,
  ManifestPropertiesConfiguration,
  ManifestProperty,
} from "../model/manifest.ts";
import { explainUnknownWord } from "../wording/explain-unknown-word.ts";

/** Values of a configuration by property. */
export type ConfigurationValues = Readonly<Record<string, unknown>>;

/** The result of checking a configuration. */
export interface CheckedConfiguration {
  /** `complete` if all required properties are set and no value has a problem. */
  readonly status: "complete" | "incomplete";
  /** The values without problems, plus the defaults of unset properties. */
  readonly values: ConfigurationValues;
  readonly problems: readonly ConfigurationProblem[];
  /** Required properties that are not set, in the manifest's order. */
  readonly missing: readonly string[];
}

/**
 * Checks values against a configuration in a manifest. `undefined` and `null` mean not set, and a blank
 * string doesn't satisfy `required`. A configuration with its own component is always complete, and internal
 * settings accept any value.
 *
 * @example
 * ```ts
 * import { checkConfiguration } from "@plugboard/manifest";
 *
 * const limit = { type: "number", title: "Pages", description: "How many.", default: 10 } as const;
 * const { values } = checkConfiguration({ properties: { limit } }, {});
 * console.log(values); // { limit: 10 }
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
  { properties, internal = [] }: ManifestPropertiesConfiguration,
  property: string,
  value: unknown,
): readonly ConfigurationProblem[] {
  const declared = Object.hasOwn(properties, property) ? properties[property] : undefined;
  if (declared) return checkPropertyValue(property, declared, value);
  if (internal === true || internal.includes(property)) return [];
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

/** The kind of a configuration problem. */
export type ConfigurationProblemCode = "unknown_property" | "wrong_type" | "not_listed";

/** A problem with a value. */
export interface ConfigurationProblem {
  readonly property: string;
  readonly code: ConfigurationProblemCode;
  readonly message: string;
}

/** The expected value of each property type. */
const valueTypes: Readonly<
  Record<ManifestProperty["type"], { readonly name: string; fits(value: unknown): boolean }>
> = {
  string: { name: "a text", fits: (value) => typeof value === "string" },
  number: { name: "a number", fits: (value) => typeof value === "number" && Number.isFinite(value) },
  boolean: { name: "true or false", fits: (value) => typeof value === "boolean" },
  button: {
    name: "set by pressing the button",
    fits: (value) => typeof value === "object" && value !== null && !Array.isArray(value),
  },
};

/** Checks a set value against its property. */
function checkPropertyValue(
  name: string,
  property: ManifestProperty,
  value: unknown,
): readonly ConfigurationProblem[] {
  const type = valueTypes[property.type];
  if (!type.fits(value)) {
    return [{ property: name, code: "wrong_type", message: `${property.title} must be ${type.name}.` }];
  }
  if (property.type !== "string" || property.enum === undefined || typeof value !== "string") return [];
  if (property.enum.includes(value)) return [];
  const message = `${property.title}: ${explainUnknownWord(value, "one of the choices", property.enum)}`;
  return [{ property: name, code: "not_listed", message }];
}
