import { appendFileSync } from "node:fs";
import { isMainThread } from "node:worker_threads";

// Loaded into a server by `--import`: writes down how much processor time the event loop's thread spends between two looks at it. That is
// no more on a busy machine, where only time passes.

const file = process.env["EVENT_LOOP_LOG"];
const intervalMilliseconds = 4;
const noticedMilliseconds = 20;

/** Processor time of this thread in milliseconds. */
function spent(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

if (isMainThread && file !== undefined) {
  let before = spent();
  setInterval(() => {
    const now = spent();
    if (now - before > noticedMilliseconds) appendFileSync(file, `${Math.round(now - before)}\n`);
    before = spent();
  }, intervalMilliseconds).unref();
}
