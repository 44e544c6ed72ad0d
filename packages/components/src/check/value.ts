/** Whether a value is an object such as `JSON.parse` makes: no list, no instance of a class. */
export function isPlainObject(value: unknown): value is Readonly<Record<string, unknown>> {
  // `null` has none to ask for. Told by its shape, because each realm has an Object.prototype of its own.
  const prototype: object | null = Object.getPrototypeOf(value ?? 0);
  return typeof value === "object" && (prototype === null || Object.hasOwn(prototype, "isPrototypeOf"));
}

/** The name of an element, shortened; empty for anything else. */
export const typeOf = (value: unknown): string =>
  isPlainObject(value) && typeof value.type === "string" ? value.type.slice(0, 60) : "";
