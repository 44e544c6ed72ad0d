/** The latest time of a `datetime-local` input. Browsers otherwise accept years of six digits, which the API doesn't. */
export const latestTime = "9999-12-31T23:59";

/** Returns whether the text of a `datetime-local` input is a time that the API accepts. */
export function isLocalTime(text: string): boolean {
  return text !== "" && text <= latestTime && !Number.isNaN(Date.parse(text));
}

/**
 * Returns a time in the format of a `datetime-local` input.
 * @param iso - ISO 8601 time
 */
export function toLocalTime(iso: string): string {
  const milliseconds = Date.parse(iso);
  const offset = new Date(milliseconds).getTimezoneOffset() * 60_000;
  return new Date(milliseconds - offset).toISOString().slice(0, "2026-01-01T00:00".length);
}
