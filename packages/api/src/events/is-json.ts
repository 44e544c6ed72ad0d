import type { Json } from "./ui-render.ts";

// Ten times the depth allowed in a component. Deeper values could overflow the stack of recursive code.
const maxDepth = 1000;

/**
 * Returns whether a value is JSON with a nesting depth of at most a thousand.
 *
 * @example
 * import { isJson } from "@plugboard/api";
 *
 * console.log(isJson({ tags: ["a"] }), isJson(new Date())); // true false
 */
export function isJson(value: unknown, depth = 0): value is Json {
  if (typeof value === "number") return Number.isFinite(value);
  if (value === null || typeof value === "string" || typeof value === "boolean") return true;
  if (depth >= maxDepth) return false;
  if (Array.isArray(value)) return value.every((item) => isJson(item, depth + 1));
  return isPlainObject(value) && Object.values(value).every((item) => isJson(item, depth + 1));
}

function isPlainObject(value: unknown): value is Readonly<Record<string, unknown>> {
  if (typeof value !== "object" || value === null) return false;
  // Compares the prototype's shape, because each realm has its own Object.prototype.
  const prototype: object | null = Object.getPrototypeOf(value);
  return prototype === null || Object.hasOwn(prototype, "isPrototypeOf");
}
