/**
 * Converts Unix time in milliseconds to ISO 8601.
 *
 * @example
 * import { isoTime } from "@plugboard/platform/product";
 *
 * console.log(isoTime(0)); // 1970-01-01T00:00:00.000Z
 */
export function isoTime(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}

/**
 * Converts Unix time in milliseconds to ISO 8601, if it is set.
 *
 * @example
 * import { optionalIsoTime } from "@plugboard/platform/product";
 *
 * console.log(optionalIsoTime(undefined)); // undefined
 */
export function optionalIsoTime(milliseconds: number | undefined): string | undefined {
  return milliseconds === undefined ? undefined : isoTime(milliseconds);
}

/**
 * Returns the UTC day of a Unix time in milliseconds.
 *
 * @example
 * import { isoDay } from "@plugboard/platform/product";
 *
 * console.log(isoDay(0)); // 1970-01-01
 */
export function isoDay(milliseconds: number): string {
  return isoTime(milliseconds).slice(0, "2026-01-15".length);
}
