import { groupedKinds, shapes } from "../elements/shapes.ts";
import { fail } from "./fail.ts";
import { fits } from "./fits.ts";
import { typeOf } from "./value.ts";

/**
 * Which of a kind's alternatives a value is.
 *
 * @throws {ComponentError} when it is none.
 */
export function resolveKind(value: unknown, kind: string, path: string): string {
  const type = typeOf(value);
  const isKnown = shapes.has(type);
  const alternatives = (groupedKinds[kind] ?? kind).split("|");
  if (isKnown && alternatives.includes(type)) return type;
  return (
    alternatives.find((alternative) => fits(value, alternative)) ??
    fail(
      value === undefined
        ? "missing_attribute"
        : /Url/.test(kind)
          ? "unsafe_url"
          : type && !isKnown
            ? "unknown_element"
            : "invalid_value",
      path,
      kind,
      value,
    )
  );
}
