import { SignatureError } from "./signature-error.ts";

const defaultToleranceSeconds = 300;

/** Options that limit a signature's age. */
export interface TimestampAgeOptions {
  /**
   * The maximum difference between the timestamp and now, in either direction (s). `Infinity` accepts any
   * age. Defaults to 300.
   */
  readonly toleranceSeconds?: number | undefined;
  /** The current time (Unix time, s). Defaults to the system clock. */
  readonly now?: number | undefined;
}

/**
 * Parses a Unix timestamp of digits only.
 *
 * @throws {SignatureError} `timestamp_invalid`
 */
export function parseTimestamp(text: string): number {
  // Numbers of up to 15 digits are exact.
  if (/^[0-9]{1,15}$/.test(text)) return Number(text);
  throw new SignatureError("timestamp_invalid", "The timestamp is not a number.");
}

/** Returns the given timestamp or the current second. @throws {SignatureError} `option_invalid` */
export function toSigningTimestamp(timestamp: number = Math.floor(Date.now() / 1000)): number {
  if (Number.isSafeInteger(timestamp) && timestamp >= 0) return timestamp;
  throw new SignatureError(
    "option_invalid",
    `timestamp is ${timestamp}, but must be a whole number of Unix seconds. Date.now() is in milliseconds: divide by 1000 and round down.`,
  );
}

/**
 * Throws if a timestamp is outside the tolerance, or if the tolerance or the time is not a number.
 *
 * @throws {SignatureError} `timestamp_too_old`, `timestamp_in_future`
 */
export function checkTimestampAge(timestamp: number, options: TimestampAgeOptions): void {
  const { toleranceSeconds = defaultToleranceSeconds, now = Math.floor(Date.now() / 1000) } = options;
  const age = now - timestamp;
  if (Math.abs(age) <= toleranceSeconds) return;
  throw new SignatureError(
    age < 0 ? "timestamp_in_future" : "timestamp_too_old",
    `Signed ${age} s ago, not within ${toleranceSeconds} s.`,
  );
}

/** Throws if the options would reject every timestamp. @throws {SignatureError} `option_invalid` */
export function checkTimestampAgeOptions({ toleranceSeconds = 0, now = 0 }: TimestampAgeOptions): void {
  if (toleranceSeconds >= 0 && Number.isFinite(now)) return;
  throw new SignatureError(
    "option_invalid",
    `toleranceSeconds (${toleranceSeconds}) must be 0 or more, and now (${now}) a Unix time in seconds.`,
  );
}
