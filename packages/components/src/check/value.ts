/** An object or a list. */
export function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}

/** An object such as `JSON.parse` makes: no list, no instance of a class. */
export function isPlainObject(value: unknown): value is Readonly<Record<string, unknown>> {
  if (!isObject(value) || Array.isArray(value)) return false;
  const prototype: object | null = Object.getPrototypeOf(value);
  // Told by its shape, because each realm has an Object.prototype of its own.
  return prototype === null || Object.hasOwn(prototype, "isPrototypeOf");
}

/** The entry of a table under a name that comes from outside; never something inherited, such as `constructor`. */
export function lookUp<Entry>(table: Readonly<Record<string, Entry>>, name: string): Entry | undefined {
  return Object.hasOwn(table, name) ? table[name] : undefined;
}
