/** A request whose sandbox ended before it responded. */
export interface LostRequest {
  /** Whether it changes nothing, however often it is sent. */
  readonly isSafe: boolean;
  /** Whether the script has begun with it. */
  readonly isBegun: boolean;
  /** Whether it was sent again before. */
  readonly isResent: boolean;
}

/** Whether a request may be sent once more, to another sandbox: when nobody has read it, or when it changes nothing. */
export function mayResend({ isSafe, isBegun, isResent }: LostRequest): boolean {
  return !isResent && (isSafe || !isBegun);
}
