/** Converts Unix time in milliseconds to ISO 8601. */
export function isoTime(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}

export function optionalIsoTime(milliseconds: number | undefined): string | undefined {
  return milliseconds === undefined ? undefined : isoTime(milliseconds);
}
