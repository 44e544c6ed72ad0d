import { DeliveryError, type DeliveryErrorCode } from "../errors/delivery-error.ts";

/** The valid range of a number. */
export interface NumberRange {
  readonly min: number;
  /** `Infinity` allows infinity too. Defaults to any finite number. */
  readonly max?: number;
  readonly isWhole?: boolean;
}

/** The maximum delay of a timer (ms), almost 25 days. */
export const maxTimerMilliseconds = 2_147_483_647;

/**
 * Checks that an option is a number in its range.
 *
 * @throws {DeliveryError} `invalid_option` by default
 */
export function checkNumber(
  name: string,
  value: number,
  { min, max = Number.MAX_VALUE, isWhole = false }: NumberRange,
  code: DeliveryErrorCode = "invalid_option",
): void {
  if (value >= min && value <= max && (!isWhole || Number.isSafeInteger(value))) return;
  const kind = isWhole ? "a whole number" : "a number";
  const upTo = max === Number.MAX_VALUE ? "" : max === Infinity ? ", or Infinity" : ` and at most ${max}`;
  throw new DeliveryError(code, `${name} is ${value}; it must be ${kind} of at least ${min}${upTo}`, {
    part: name,
  });
}
