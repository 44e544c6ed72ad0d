import { metrics } from "@opentelemetry/api";

/** An event that was just fanned out. */
export interface MeasuredEvent {
  readonly type: string;
  /** Milliseconds since 1970. */
  readonly due_at: number;
}

/** Measures how many events are turned into deliveries, and how long after they were due. */
export function createFanOutMetrics(now: () => number): (events: readonly MeasuredEvent[]) => void {
  const lag = metrics.getMeter("@plugboard/platform").createHistogram("plugboard.event.lag", {
    description: "From an event coming due to its deliveries being written",
    unit: "s",
  });
  return (events) => {
    const time = now();
    for (const { type, due_at } of events)
      lag.record(Math.max(0, time - due_at) / 1000, { "plugboard.event.type": type });
  };
}
