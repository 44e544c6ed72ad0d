import { setTimeout as delay } from "node:timers/promises";

/**
 * Calls `send` at a steady rate, however slowly it resolves, like independent visitors. Returns when each
 * call was due (Unix time, ms), so that a call that started late because of a stall counts from its due time.
 */
export async function steadyLoad(
  perSecond: number,
  count: number,
  send: (index: number) => Promise<void>,
): Promise<readonly number[]> {
  const start = performance.timeOrigin + performance.now();
  const dueTimes = Array.from({ length: count }, (_, index) => start + (index * 1000) / perSecond);
  const sends: Promise<void>[] = [];
  for (const [index, due] of dueTimes.entries()) {
    while (performance.timeOrigin + performance.now() < due) await delay(1);
    sends.push(send(index));
  }
  await Promise.all(sends);
  return dueTimes;
}
