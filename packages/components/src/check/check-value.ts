import { shapes } from "../elements/shapes.ts";
import { fail } from "./fail.ts";
import { pathTo } from "./path-to.ts";
import { resolveKind } from "./resolve-kind.ts";
import { maxCharacters, maxDepth, maxValues } from "./tree-limits.ts";
import { isPlainObject } from "./value.ts";

/**
 * Checks a value and all that stands inside it: that it is JSON, within the limits, and where there is a `kind`, that it
 * is of that kind. A property that is `undefined` counts as absent.
 *
 * @throws {ComponentError} at the first problem.
 */
export function checkValue(
  value: unknown,
  path: string,
  kind?: string,
  ancestors: readonly unknown[] = [],
  tally: [values: number, characters: number] = [1, 0],
): void {
  const isList = Array.isArray(value);
  const object = isPlainObject(value) ? value : undefined;
  const isContainer = isList || object;
  const isPrimitive = value === null || /string|boolean/.test(typeof value) || Number.isFinite(value);
  if (typeof value === "string") tally[1] += value.length;
  const problem =
    tally[0] > maxValues || tally[1] > maxCharacters
      ? "too_large"
      : path.endsWith(".__proto__") || !(isContainer || isPrimitive)
        ? "not_json"
        : ancestors.includes(value)
          ? "cyclic"
          : isContainer && ancestors.length >= maxDepth && "too_deep";
  if (problem) fail(problem, path, "JSON within treeLimits", value);

  const name = kind && resolveKind(value, kind, path);
  let shape = shapes.get(name);
  const action = object?.action;
  if (name === "Action" && !(typeof action === "string" && /^\w/.test(action))) {
    shape =
      shapes.get(action) ??
      fail("unknown_action", `${path}.action`, "built-in action, or name without @", action);
  }
  const inside = [...ancestors, value];
  for (const [key, item] of isList ? value.entries() : Object.entries(object ?? {})) {
    if (!isList && item === undefined) continue;
    const itemPath = pathTo(path, key);
    const itemKind = isList ? name?.replace(/[[\]]/g, "") : shape?.get(key);
    if (shape && !itemKind) fail("unknown_attribute", itemPath, [...shape.keys()].join("|"), item);
    if (key !== "type") tally[0] += 1;
    tally[1] += `${key}`.length;
    checkValue(item, itemPath, itemKind, inside, tally);
  }
  for (const [key, attributeKind] of shape ?? []) {
    if (object?.[key] === undefined) resolveKind(undefined, attributeKind, pathTo(path, key));
  }
}
