/** Whether a JSON value is an object or a list. */
export function hasFields(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}
