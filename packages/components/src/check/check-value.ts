import { actionTable, type Attributes, elementTable, objectTable } from "../elements/element-table.ts";
import { checkJsonInside, checkJsonValue } from "./check-json.ts";
import { describeKind, describeValue } from "./describe.ts";
import { errorAt, type Place, placeIn } from "./place.ts";
import { plainKinds } from "./plain-kinds.ts";
import { itemKind, resolveKind } from "./resolve-kind.ts";
import { isPlainObject, lookUp } from "./value.ts";

/** Throws a ComponentError unless the value at `place`, and all that stands inside it, is of the kind of the table. */
export function checkValue(place: Place, kind: string | readonly string[]): void {
  checkJsonValue(place);
  if (typeof kind === "string") {
    const match = resolveKind(place.value, kind);
    if (match !== undefined) return checkInside(place, match);
  } else if (kind.some((choice) => choice === place.value)) return;
  throw mismatch(place, kind);
}

function checkInside(place: Place, name: string): void {
  const { value } = place;
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) checkValue(placeIn(place, index, item), itemKind(name));
  } else if (isPlainObject(value)) {
    const element = lookUp(elementTable, name);
    const object = lookUp(objectTable, name);
    if (element !== undefined) checkAttributes(place, value, element, "type");
    else if (object !== undefined) checkAttributes(place, value, object);
    else if (name === "action") checkAction(place, value);
    else checkJsonInside(place);
  }
}

function checkAction(place: Place, value: Readonly<Record<string, unknown>>): void {
  const { action } = value;
  const data = typeof action === "string" ? lookUp(actionTable, action) : undefined;
  if (data !== undefined) return checkAttributes(place, value, data, "action");
  if (typeof action === "string" && /^\w/.test(action)) return checkJsonInside(place);
  const known = Object.keys(actionTable).join(", ");
  const rule = `a name that begins with a letter, a digit or _, or one of ${known}`;
  const problem = `expected ${rule}, got ${describeValue(action)}`;
  throw errorAt(placeIn(place, "action", action), "unknown_action", problem);
}

function checkAttributes(
  place: Place,
  value: Readonly<Record<string, unknown>>,
  attributes: Attributes,
  discriminant?: string,
): void {
  for (const name of Object.keys(value)) {
    if (name === discriminant || value[name] === undefined) continue;
    const kind = name.endsWith("?")
      ? undefined
      : (lookUp(attributes, name) ?? lookUp(attributes, `${name}?`));
    const attribute = placeIn(place, name, value[name]);
    if (kind === undefined) {
      const known = Object.keys(attributes).join(", ");
      throw errorAt(attribute, "unknown_attribute", `no such attribute; known are ${known}`);
    }
    checkValue(attribute, kind);
  }
  for (const [name, kind] of Object.entries(attributes)) {
    if (name.endsWith("?") || value[name] !== undefined) continue;
    const problem = `missing; expected ${describeKind(kind)}`;
    throw errorAt(placeIn(place, name, undefined), "missing_attribute", problem);
  }
}

function mismatch(place: Place, kind: string | readonly string[]): Error {
  const { value } = place;
  const problem = `expected ${describeKind(kind)}, got ${describeValue(value)}`;
  if (typeof kind !== "string") return errorAt(place, "invalid_value", problem);
  if (kind.endsWith("Url")) return errorAt(place, "unsafe_url", problem);
  const isUnknown =
    isPlainObject(value) && typeof value.type === "string" && !Object.hasOwn(elementTable, value.type);
  if (isUnknown && !Object.hasOwn(plainKinds, kind)) return errorAt(place, "unknown_element", problem);
  const isBareText = typeof value === "string" && kind === "element";
  return errorAt(place, "invalid_value", isBareText ? `${problem}; put text inside <text>` : problem);
}
