/** A request whose cell ended before it responded. */
export interface LostRequest {
  /** When it was sent to the cell. */
  readonly sentAt: number;
  /** Whether it changes nothing, however often it is sent. */
  readonly isSafe: boolean;
  /** Whether it was sent again before. */
  readonly isResent: boolean;
  /** Whether the response has begun. */
  readonly hasResponse: boolean;
}

/**
 * Whether a request may be sent once more, to another cell: when it changes nothing, or when the cell has not read it,
 * because it was stuck already (`stuckSince`, when the ping was sent that it never responded to).
 */
export function mayResend(request: LostRequest, stuckSince: number | undefined): boolean {
  if (request.hasResponse || request.isResent) return false;
  return request.isSafe || (stuckSince !== undefined && request.sentAt > stuckSince);
}
