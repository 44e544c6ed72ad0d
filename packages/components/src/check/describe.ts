import { elementTable, kindGroups } from "../elements/element-table.ts";
import { plainKinds } from "./plain-kinds.ts";
import { isObject, isPlainObject, lookUp } from "./value.ts";

/** Names a value in an error message, shortly whatever its size. */
export function describeValue(value: unknown): string {
  if (typeof value === "string") return JSON.stringify(value.slice(0, 60));
  if (Array.isArray(value)) return "a list";
  if (isPlainObject(value))
    return typeof value.type === "string" ? `<${value.type.slice(0, 60)}>` : "an object";
  if (isObject(value)) return "an instance of a class";
  return typeof value === "function" ? "a function" : String(value);
}

/** Names what an attribute may hold in an error message. */
export function describeKind(kind: string | readonly string[]): string {
  if (typeof kind !== "string") return kind.map((choice) => JSON.stringify(choice)).join(" or ");
  return kind.split("|").map(describeName).join(" or ");
}

function describeName(name: string): string {
  if (name.endsWith("[]")) return `a list, each item ${describeName(name.slice(0, -2))}`;
  if (name.startsWith("[")) return `a list with only ${describeName(name.slice(1, -1))}`;
  if (name === "element") return "an element that may stand here";
  if (Object.hasOwn(elementTable, name)) return `<${name}>`;
  return lookUp(plainKinds, name)?.title ?? lookUp(kindGroups, name)?.map(describeName).join(" or ") ?? name;
}
