import { SignatureError } from "./signature-error.ts";

const defaultToleranceSeconds = 300;

/** Where a receiver's idea of "recent" comes from. */
export interface TimestampAgeOptions {
  /** Max distance between the timestamp and now, either way, in seconds. `Infinity` accepts any age. Default 300. */
  readonly toleranceSeconds?: number | undefined;
  /** The current time in Unix seconds. Default: the system's. */
  readonly now?: number | undefined;
}

/**
 * Reads a Unix timestamp written in digits alone.
 *
 * @throws {SignatureError} `timestamp_invalid`
 */
export function parseTimestamp(text: string): number {
  // Up to fifteen digits are exact as a number.
  if (/^[0-9]{1,15}$/.test(text)) return Number(text);
  throw new SignatureError("timestamp_invalid", "The timestamp is not a number.");
}

/** The timestamp to sign with: the given one, or the current second. @throws {SignatureError} `option_invalid` */
export function toSigningTimestamp(timestamp: number = Math.floor(Date.now() / 1000)): number {
  if (Number.isSafeInteger(timestamp) && timestamp >= 0) return timestamp;
  throw new SignatureError(
    "option_invalid",
    `timestamp is ${timestamp}, but must be a whole number of Unix seconds. Date.now() is in milliseconds: divide by 1000 and round down.`,
  );
}

/**
 * Refuses a timestamp that is not recent. A tolerance or a time that is no number refuses every timestamp.
 *
 * @throws {SignatureError} `timestamp_too_old`, `timestamp_in_future`
 */
export function checkTimestampAge(timestamp: number, options: TimestampAgeOptions): void {
  const { toleranceSeconds = defaultToleranceSeconds, now = Math.floor(Date.now() / 1000) } = options;
  const age = now - timestamp;
  if (Math.abs(age) <= toleranceSeconds) return;
  throw new SignatureError(
    age < 0 ? "timestamp_in_future" : "timestamp_too_old",
    `The signature is ${age} s old, not within ${toleranceSeconds} s.`,
  );
}

/** Refuses options of which no timestamp could be recent enough. @throws {SignatureError} `option_invalid` */
export function checkTimestampAgeOptions({ toleranceSeconds = 0, now = 0 }: TimestampAgeOptions): void {
  if (toleranceSeconds >= 0 && Number.isFinite(now)) return;
  throw new SignatureError(
    "option_invalid",
    `toleranceSeconds (${toleranceSeconds}) must be 0 or more, and now (${now}) the time in Unix seconds.`,
  );
}
