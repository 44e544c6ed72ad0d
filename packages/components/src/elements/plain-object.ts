/** Returns whether a value is a plain object, like those from `JSON.parse`. */
export function isPlainObject(value: unknown): value is Readonly<Record<string, unknown>> {
  if (typeof value !== "object" || value === null) return false;
  const prototype: object | null = Object.getPrototypeOf(value);
  // Each realm has its own Object.prototype, so identity doesn't work.
  return prototype === null || Object.hasOwn(prototype, "isPrototypeOf");
}

/** Returns the `type` of an element, `undefined` for other values. */
export function typeOf(value: unknown): string | undefined {
  return isPlainObject(value) && typeof value.type === "string" ? value.type : undefined;
}
