/** ISO 8601 of milliseconds since 1970. */
export function isoTime(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}

/** The same of a time that may be absent. */
export function optionalIsoTime(milliseconds: number | undefined): string | undefined {
  return milliseconds === undefined ? undefined : isoTime(milliseconds);
}
