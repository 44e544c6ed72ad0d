/** The unvalidated search parameters of a URL. */
export type UnreadSearch = Readonly<Record<string, unknown>>;

/** Returns a string parameter, or `undefined` if it has another type. */
export function readText(value: unknown): string | undefined {
  if (typeof value === "number") return String(value);
  return typeof value === "string" && value !== "" ? value : undefined;
}

/** Returns a parameter if it is one of the choices, else `undefined`. */
export function readChoice<Choice extends string>(
  value: unknown,
  choices: readonly Choice[],
): Choice | undefined {
  return choices.find((choice) => choice === value);
}

/** Returns a parameter if it is an ISO 8601 time, else `undefined`. */
export function readTime(value: unknown): string | undefined {
  return typeof value === "string" && !Number.isNaN(Date.parse(value)) ? value : undefined;
}
