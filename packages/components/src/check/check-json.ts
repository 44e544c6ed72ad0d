import { describeValue } from "./describe.ts";
import { errorAt, type Place, placeIn } from "./place.ts";
import { treeLimits } from "./tree-limits.ts";
import { isObject, isPlainObject } from "./value.ts";

/**
 * Checks what holds for every value of a tree, whatever its kind: it is JSON, in no cycle, and within the limits. What
 * stands inside it is left to the caller.
 */
export function checkJsonValue(place: Place): void {
  const { value, key, depth, tally } = place;
  if (key === "__proto__") throw errorAt(place, "not_json", "no key may be called __proto__");
  if (!isJsonValue(value)) throw errorAt(place, "not_json", `${describeValue(value)} is not JSON`);
  if (isObject(value) && standsAt(value, place.parent)) throw errorAt(place, "cyclic", "contains itself");
  if (depth > treeLimits.depth) throw errorAt(place, "too_deep", `more than ${treeLimits.depth} levels deep`);
  tally.values += 1;
  tally.characters += String(key).length + (typeof value === "string" ? value.length : 0);
  if (tally.values > treeLimits.values || tally.characters > treeLimits.characters) {
    const { values, characters } = treeLimits;
    throw errorAt(place, "too_large", `more than ${values} values or ${characters} characters up to here`);
  }
}

/**
 * Checks all that stands inside a value that is checked itself already. A property that is `undefined` counts as
 * absent.
 */
export function checkJsonInside(place: Place): void {
  const { value } = place;
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) checkJson(placeIn(place, index, item));
  } else if (isPlainObject(value)) {
    for (const key of Object.keys(value)) {
      if (value[key] !== undefined) checkJson(placeIn(place, key, value[key]));
    }
  }
}

function checkJson(place: Place): void {
  checkJsonValue(place);
  checkJsonInside(place);
}

function standsAt(value: object, place: Place | undefined): boolean {
  return place !== undefined && (place.value === value || standsAt(value, place.parent));
}

function isJsonValue(value: unknown): boolean {
  if (isObject(value)) return Array.isArray(value) || isPlainObject(value);
  return typeof value === "string" || typeof value === "boolean" || value === null || Number.isFinite(value);
}
