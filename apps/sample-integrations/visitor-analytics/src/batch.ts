/** One thing that a visitor did, without anything that says who it was. */
export interface Measurement {
  readonly id: string;
  readonly kind: "view" | "rating";
  readonly url: string;
  readonly rating?: string;
}

/** The address of a page without what a visitor may have put into it. */
export function pageOf(url: string): string {
  const { origin, pathname } = new URL(url);
  return `${origin}${pathname}`;
}

/** Checks the payload of a task: tasks come back as JSON. @throws TypeError */
export function parseMeasurements(payload: unknown): readonly Measurement[] {
  if (Array.isArray(payload) && payload.every(isMeasurement)) return payload;
  throw new TypeError("The task carries no measurements");
}

function isMeasurement(value: unknown): value is Measurement {
  return typeof value === "object" && value !== null && "id" in value && "kind" in value && "url" in value;
}
