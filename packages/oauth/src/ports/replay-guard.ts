/** Stores the used states, so that a redirect works only once. */
export interface ReplayGuard {
  /**
   * Marks a state as used.
   *
   * @param id - an identifier of the state, not the state itself
   * @param expiresAt - when the ID can be deleted (Unix time, ms)
   * @param now - the current time (Unix time, ms)
   * @returns whether this was the first use
   */
  claim(id: string, expiresAt: number, now: number): Promise<boolean>;
}
