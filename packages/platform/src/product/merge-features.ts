import { invalidDefinition } from "../common/invalid-definition.ts";

type Sections = Readonly<Record<string, Readonly<Record<string, unknown>> | undefined>>;

type Intersection<Union> = (Union extends unknown ? (part: Union) => void : never) extends (
  part: infer All,
) => void
  ? All
  : never;

/**
 * Merges the declarations of features, section by section: kinds, scopes, events, operations, tables and
 * migrations.
 *
 * @throws PlatformError `invalid_definition` if two features define the same name, which a spread would hide
 *
 * @example
 * import { mergeFeatures } from "@plugboard/platform";
 *
 * const issues = { scopes: { "issues:read": { description: "Read issues" } } };
 * const boards = { scopes: { "boards:read": { description: "Read boards" } } };
 * console.log(Object.keys(mergeFeatures(issues, boards).scopes)); // [ 'issues:read', 'boards:read' ]
 */
export function mergeFeatures<const Parts extends readonly Sections[]>(
  ...features: Parts
): Intersection<Parts[number]> {
  const merged: Record<string, Record<string, unknown>> = {};
  for (const feature of features)
    for (const [section, entries = {}] of Object.entries(feature)) {
      const all = (merged[section] ??= {});
      for (const [name, value] of Object.entries(entries)) {
        if (Object.hasOwn(all, name)) {
          throw invalidDefinition(
            `Two features define ${name} in ${section}. Rename one of them or remove it.`,
          );
        }
        all[name] = value;
      }
    }
  // Each section has the entries of all features, which the types of a loop can't express.
  return merged as Intersection<Parts[number]>;
}
