/** Returns the path of every value within a value. */
export function listSpots(value: unknown, at: readonly string[]): (readonly string[])[] {
  if (typeof value !== "object" || value === null) return [at];
  return [at, ...Object.entries(value).flatMap(([name, part]) => listSpots(part, [...at, name]))];
}

/** Returns a copy of a value with the value at a path replaced. */
export function replaceAt(value: unknown, [name, ...rest]: readonly string[], by: unknown): unknown {
  if (name === undefined) return by;
  if (Array.isArray(value))
    return value.map((part, index) => (String(index) === name ? replaceAt(part, rest, by) : part));
  const fields: Readonly<Record<string, unknown>> = Object(value);
  return { ...fields, [name]: replaceAt(fields[name], rest, by) };
}
