/** Remembers which states were used, so that a redirect works once. */
export interface ReplayGuard {
  /**
   * Uses a state.
   *
   * @param id - names the state; it is not the state itself
   * @param expiresAt - milliseconds since the epoch after which the id need not be remembered
   * @param now - milliseconds since the epoch
   * @returns whether this was the first use
   */
  claim(id: string, expiresAt: number, now: number): Promise<boolean>;
}
