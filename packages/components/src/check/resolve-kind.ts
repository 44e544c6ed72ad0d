import { kindGroups, objectTable } from "../elements/element-table.ts";
import { plainKinds } from "./plain-kinds.ts";
import { isPlainObject, lookUp } from "./value.ts";

/**
 * Which single kind a value is of, told from its surface, where `kind` names one, a group of them, or several joined
 * by `|`; undefined where it is of none.
 */
export function resolveKind(value: unknown, kind: string): string | undefined {
  const members = lookUp(kindGroups, kind) ?? (kind.includes("|") ? kind.split("|") : undefined);
  if (members === undefined) return isOfKind(value, kind) ? kind : undefined;
  for (const member of members) {
    const match = resolveKind(value, member);
    if (match !== undefined) return match;
  }
  return undefined;
}

function isOfKind(value: unknown, kind: string): boolean {
  if (kind.endsWith("[]")) return Array.isArray(value);
  if (kind.startsWith("[")) {
    return Array.isArray(value) && value.length === 1 && isOfKind(value[0], itemKind(kind));
  }
  const plain = lookUp(plainKinds, kind);
  if (plain !== undefined) return plain.accepts(value);
  return isPlainObject(value) && (value.type === kind || Object.hasOwn(objectTable, kind));
}

/** The kind of the items of `kind[]` or `[kind]`. */
export function itemKind(kind: string): string {
  return kind.replaceAll(/[[\]]/g, "");
}
