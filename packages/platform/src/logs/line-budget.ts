/** The sustained number of log lines per second for an integration. */
export const linesPerSecond = 100;
const burstLines = 2_000;
const maxIntegrations = 1_000;

/** The remaining log lines of each integration. */
export interface LineBudget {
  /**
   * Returns `undefined` if the budget is exhausted, otherwise the number of lines dropped before this one.
   */
  readonly take: (integration: string) => number | undefined;
}

/**
 * Creates budgets that refill at a steady rate. If there are too many integrations, all budgets start anew.
 */
export function createLineBudget(now: () => number): LineBudget {
  const states = new Map<string, { level: number; at: number; dropped: number }>();
  return {
    take: (integration) => {
      const at = now();
      const state = states.get(integration) ?? { level: burstLines, at, dropped: 0 };
      if (states.size >= maxIntegrations) states.clear();
      states.set(integration, state);
      const earned = (Math.max(0, at - state.at) / 1000) * linesPerSecond;
      state.level = Math.min(burstLines, state.level + earned);
      state.at = at;
      if (state.level < 1) {
        state.dropped += 1;
        return undefined;
      }
      state.level -= 1;
      const { dropped } = state;
      state.dropped = 0;
      return dropped;
    },
  };
}
