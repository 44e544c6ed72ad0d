/** How many lines an integration may write a second in the long run. */
export const linesPerSecond = 100;
const burstLines = 2_000;
const maxIntegrations = 1_000;

/** How many lines each integration may still write. */
export interface LineBudget {
  /** `undefined` when the integration has written all that it may; else how many of its lines were dropped before this one. */
  readonly take: (integration: string) => number | undefined;
}

/** Budgets that fill up again at a steady rate. Of very many integrations, all begin anew. */
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
