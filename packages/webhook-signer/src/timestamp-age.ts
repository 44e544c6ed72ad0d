import { SignatureError } from "./signature-error.ts";

const zero = "0".charCodeAt(0);

/** How old or how far ahead a timestamp may be when nothing else is asked for, in seconds. */
export const defaultToleranceSeconds = 300;

/** Where a receiver's idea of "recent" comes from. */
export interface TimestampAgeOptions {
  /** Largest accepted distance between the timestamp and now, either way, in seconds. `Infinity` accepts any age. Default 300. */
  readonly toleranceSeconds?: number;
  /** The receiver's clock in Unix seconds. Default: the current time. */
  readonly now?: number;
}

/**
 * Reads a Unix timestamp written in digits alone.
 *
 * @throws {SignatureError} `timestamp_invalid`
 */
export function parseTimestamp(text: string): number {
  let timestamp = text === "" ? Number.NaN : 0;
  for (let index = 0; index < text.length; index += 1) {
    const digit = text.charCodeAt(index) - zero;
    timestamp = digit >= 0 && digit <= 9 ? timestamp * 10 + digit : Number.NaN;
  }
  if (Number.isSafeInteger(timestamp)) return timestamp;
  throw new SignatureError(
    "timestamp_invalid",
    "The timestamp of the signature is not a whole number of Unix seconds in plain digits.",
  );
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
 * Refuses a timestamp that is not recent.
 *
 * @throws {SignatureError} `timestamp_too_old`, `timestamp_in_future`, or `option_invalid` for a tolerance or clock
 * that is no number: comparing with it would let every age pass.
 */
export function checkTimestampAge(timestamp: number, options: TimestampAgeOptions): void {
  const { toleranceSeconds = defaultToleranceSeconds, now = Math.floor(Date.now() / 1000) } = options;
  if (!(toleranceSeconds >= 0)) {
    throw new SignatureError(
      "option_invalid",
      `toleranceSeconds is ${toleranceSeconds}, but must be 0 or more.`,
    );
  }
  if (!Number.isFinite(now)) {
    throw new SignatureError(
      "option_invalid",
      `now is ${now}, but must be the current time in Unix seconds.`,
    );
  }
  const age = now - timestamp;
  if (age > toleranceSeconds) {
    throw new SignatureError(
      "timestamp_too_old",
      `The signature is ${age} s old, and ${toleranceSeconds} s are tolerated. It is a replay, it was held up ` +
        "on its way, or the receiver's clock is fast.",
    );
  }
  if (-age > toleranceSeconds) {
    throw new SignatureError(
      "timestamp_in_future",
      `The signature is from ${-age} s ahead of the receiver's clock, and ${toleranceSeconds} s are tolerated. ` +
        "One of the two clocks is wrong.",
    );
  }
}
