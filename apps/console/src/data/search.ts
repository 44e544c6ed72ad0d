/** The search parameters of an address, before anybody has looked at them. */
export type UnreadSearch = Readonly<Record<string, unknown>>;

/** A parameter that is a text; nothing where it is anything else. */
export function readText(value: unknown): string | undefined {
  if (typeof value === "number") return String(value);
  return typeof value === "string" && value !== "" ? value : undefined;
}

/** A parameter that is one of some words; nothing where it is anything else. */
export function readChoice<Choice extends string>(
  value: unknown,
  choices: readonly Choice[],
): Choice | undefined {
  return choices.find((choice) => choice === value);
}

/** A parameter that is an ISO 8601 time; nothing where it is anything else. */
export function readTime(value: unknown): string | undefined {
  return typeof value === "string" && !Number.isNaN(Date.parse(value)) ? value : undefined;
}
