import type { ManifestProperty } from "../model/manifest.ts";
import { explainUnknownWord } from "../wording/explain-unknown-word.ts";

/** What can be wrong with a value of a configuration. */
export type ConfigurationProblemCode = "unknown_property" | "wrong_type" | "not_listed";

/** One problem of a value. */
export interface ConfigurationProblem {
  readonly property: string;
  readonly code: ConfigurationProblemCode;
  readonly message: string;
}

/** What a value of each type of property must be. */
const valueTypes: Readonly<
  Record<ManifestProperty["type"], { readonly name: string; fits(value: unknown): boolean }>
> = {
  string: { name: "a text", fits: (value) => typeof value === "string" },
  number: { name: "a number", fits: (value) => typeof value === "number" && Number.isFinite(value) },
  boolean: { name: "true or false", fits: (value) => typeof value === "boolean" },
  button: {
    name: "what pressing the button brings",
    fits: (value) => typeof value === "object" && value !== null && !Array.isArray(value),
  },
};

/** Checks a value that is set against its property. */
export function checkPropertyValue(
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
