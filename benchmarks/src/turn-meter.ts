import { appendFileSync } from "node:fs";

// Preloaded into a server: writes the long turns of its event loop to the file in `TURNS_FILE`, one JSON object a line. A timer that
// fires once per turn measures them, so a value can include a part of the turn before.

const intervalMilliseconds = 5;
const longMilliseconds = 15;
const file = process.env["TURNS_FILE"];

if (file !== undefined) {
  let [startedAt, usage] = [performance.now(), process.threadCpuUsage()];
  setInterval(() => {
    const { user, system } = process.threadCpuUsage(usage);
    const [cpu, elapsed] = [(user + system) / 1000, performance.now() - startedAt];
    if (Math.max(cpu, elapsed) > longMilliseconds)
      appendFileSync(file, `${JSON.stringify({ at: Date.now(), cpu, elapsed })}\n`);
    [startedAt, usage] = [performance.now(), process.threadCpuUsage()];
  }, intervalMilliseconds).unref();
}
