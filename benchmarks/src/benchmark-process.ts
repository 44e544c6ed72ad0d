import { benchmarks } from "./benchmarks.ts";

// A child process that runs the benchmark named in its argument and sends the table to its parent.

const [name = ""] = process.argv.slice(2);
const benchmark = await benchmarks[name]?.();
if (benchmark === undefined) throw new TypeError(`there is no benchmark ${name}`);
const table = await benchmark.run();
process.send?.(table, undefined, {}, () => {
  // Some libraries listen to the parent while it is connected, which would keep this process alive.
  process.disconnect?.();
});
