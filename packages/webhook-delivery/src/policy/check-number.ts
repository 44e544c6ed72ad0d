import { DeliveryError, type DeliveryErrorCode } from "../errors/delivery-error.ts";

/** The numbers that an option may be. */
export interface NumberRange {
  readonly min: number;
  /** `Infinity` admits that too. Absent: any finite number. */
  readonly max?: number;
  readonly isWhole?: boolean;
}

/** What timers can wait for, in milliseconds: almost 25 days. */
export const maxTimerMilliseconds = 2_147_483_647;

/**
 * Checks that an option is a number of its range.
 *
 * @throws {DeliveryError} `invalid_option` unless another code is given
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
