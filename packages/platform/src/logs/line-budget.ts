import { type RateLimitPolicy, takeCost } from "../rate-limits/rate-limiter.ts";

/** The sustained number of log lines per second for an integration. */
export const linesPerSecond = 100;
const burstLines = 2_000;
const policy: RateLimitPolicy = {
  name: "log-lines",
  quota: burstLines,
  windowSeconds: burstLines / linesPerSecond,
};
const maxIntegrations = 1_000;

/** The remaining log lines of each integration. */
export interface LineBudget {
  /**
   * Returns `undefined` if the budget is exhausted, otherwise the number of lines dropped before this one.
   */
  readonly take: (integration: string) => number | undefined;
}

/**
 * Creates budgets that refill at a steady rate. If there are too many integrations, all budgets are reset.
 */
export function createLineBudget(now: () => number): LineBudget {
  const states = new Map<string, { fullAt: number; dropped: number }>();
  return {
    take: (integration) => {
      const at = now();
      const state = states.get(integration) ?? { fullAt: at, dropped: 0 };
      if (states.size >= maxIntegrations) states.clear();
      states.set(integration, state);
      const { isTaken, fullAt } = takeCost(policy, { fullAt: state.fullAt, now: at, cost: 1 });
      state.fullAt = fullAt;
      if (!isTaken) {
        state.dropped += 1;
        return undefined;
      }
      const { dropped } = state;
      state.dropped = 0;
      return dropped;
    },
  };
}
