import type { Json } from "./ui-render.ts";

// Ten times what a component may nest. What lies deeper would exhaust the stack of whoever follows it.
const maxDepth = 1000;

/** Whether a value is JSON, of at most a thousand objects and lists inside each other. */
export function isJson(value: unknown, depth = 0): value is Json {
  if (typeof value === "number") return Number.isFinite(value);
  if (value === null || typeof value === "string" || typeof value === "boolean") return true;
  if (depth >= maxDepth) return false;
  if (Array.isArray(value)) return value.every((item) => isJson(item, depth + 1));
  return isPlainObject(value) && Object.values(value).every((item) => isJson(item, depth + 1));
}

function isPlainObject(value: unknown): value is Readonly<Record<string, unknown>> {
  if (typeof value !== "object" || value === null) return false;
  // Recognized by its shape, because each realm has an Object.prototype of its own.
  const prototype: object | null = Object.getPrototypeOf(value);
  return prototype === null || Object.hasOwn(prototype, "isPrototypeOf");
}
