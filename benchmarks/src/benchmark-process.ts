import { benchmarks } from "./benchmarks.ts";

// A process of its own that runs the benchmark it is given by name, and sends the table to its parent.

const [name = ""] = process.argv.slice(2);
const benchmark = await benchmarks[name]?.();
if (benchmark === undefined) throw new TypeError(`there is no benchmark ${name}`);
process.send?.(await benchmark.run());
