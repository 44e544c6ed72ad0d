import { benchmarks } from "./benchmarks.ts";

// A process of its own that runs the benchmark it is given by name, and sends the table to its parent.

const [name = ""] = process.argv.slice(2);
const benchmark = await benchmarks[name]?.();
if (benchmark === undefined) throw new TypeError(`there is no benchmark ${name}`);
const table = await benchmark.run();
process.send?.(table, undefined, {}, () => {
  // Some libraries listen to the parent for as long as there is a connection, which would keep this process from ending.
  process.disconnect?.();
});
