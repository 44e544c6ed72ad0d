/** Whether a value is an object such as `JSON.parse` makes: no list, no instance of a class. */
export function isPlainObject(value: unknown): value is Readonly<Record<string, unknown>> {
  if (typeof value !== "object" || value === null) return false;
  const prototype: object | null = Object.getPrototypeOf(value);
  // Recognized by what it has, because each realm has an Object.prototype of its own.
  return prototype === null || Object.hasOwn(prototype, "isPrototypeOf");
}

/** The `type` of an element; undefined for anything else. */
export function typeOf(value: unknown): string | undefined {
  return isPlainObject(value) && typeof value.type === "string" ? value.type : undefined;
}
