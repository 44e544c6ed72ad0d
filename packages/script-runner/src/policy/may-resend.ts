/** A request whose sandbox ended before it responded. */
export interface LostRequest {
  /** Whether the request is idempotent. */
  readonly isSafe: boolean;
  /** Whether the script has started the request. */
  readonly isBegun: boolean;
  /** Whether the request was already resent. */
  readonly isResent: boolean;
}

/**
 * Returns whether a request can be resent to another sandbox: once, if it was never read or is idempotent.
 */
export function mayResend({ isSafe, isBegun, isResent }: LostRequest): boolean {
  return !isResent && (isSafe || !isBegun);
}
