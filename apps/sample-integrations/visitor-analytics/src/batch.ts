/** A visitor's action, without personal data. */
export interface Measurement {
  readonly id: string;
  readonly kind: "view" | "rating";
  readonly url: string;
  readonly rating?: string;
}

/** Returns a page's URL without its query and fragment, which can contain personal data. */
export function pageOf(url: string): string {
  const { origin, pathname } = new URL(url);
  return `${origin}${pathname}`;
}

/** Parses a task's payload. @throws TypeError */
export function parseMeasurements(payload: unknown): readonly Measurement[] {
  if (Array.isArray(payload) && payload.every(isMeasurement)) return payload;
  throw new TypeError("The task has no measurements");
}

function isMeasurement(value: unknown): value is Measurement {
  return typeof value === "object" && value !== null && "id" in value && "kind" in value && "url" in value;
}
