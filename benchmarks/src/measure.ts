import { quantile } from "./quantile.ts";

/** Code to measure. Throws if it doesn't do its work. */
export type Contender = () => unknown;

export interface MeasureOptions {
  /** The number of turns of each contender. */
  readonly rounds?: number;
  /** The duration of a turn (ms). */
  readonly turnMilliseconds?: number;
}

/**
 * Times contenders in interleaved rounds, so that slow moments of the machine affect all of them. Returns the
 * median of each one's rounds in nanoseconds per call. Promises are awaited before the next call.
 */
export async function measure(
  contenders: Readonly<Record<string, Contender>>,
  { rounds = 15, turnMilliseconds = 30 }: MeasureOptions = {},
): Promise<ReadonlyMap<string, number>> {
  const runs: { name: string; contender: Contender; calls: number; timings: number[] }[] = [];
  for (const [name, contender] of Object.entries(contenders)) {
    runs.push({ name, contender, calls: await callsInTurn(contender, turnMilliseconds), timings: [] });
  }
  for (let round = 0; round < rounds; round += 1) {
    for (const run of runs) run.timings.push((await timeCalls(run.contender, run.calls)) / run.calls);
  }
  return new Map(runs.map(({ name, timings }) => [name, quantile(timings, 0.5) * 1e6]));
}

// Doubles the number of calls until they fill a turn, which also warms up the contender.
async function callsInTurn(contender: Contender, turnMilliseconds: number): Promise<number> {
  let calls = 1;
  while ((await timeCalls(contender, calls)) < turnMilliseconds) calls *= 2;
  return calls;
}

async function timeCalls(contender: Contender, calls: number): Promise<number> {
  const start = performance.now();
  for (let call = 0; call < calls; call += 1) {
    const outcome = contender();
    // Only promises are awaited, so that synchronous work doesn't include a turn of the event loop.
    if (outcome instanceof Promise) await outcome;
  }
  return performance.now() - start;
}
