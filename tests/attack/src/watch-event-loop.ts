import { appendFileSync } from "node:fs";
import { isMainThread } from "node:worker_threads";

// Loaded into a server with `--import`. Records the CPU time of the event loop's thread between two samples,
// which unlike wall-clock time doesn't grow on a busy machine.

const file = process.env["EVENT_LOOP_LOG"];
const intervalMilliseconds = 4;
const noticedMilliseconds = 20;

/** Returns the CPU time of this thread (ms). */
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
