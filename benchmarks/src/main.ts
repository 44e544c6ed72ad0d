import { writeFile } from "node:fs/promises";
import { availableParallelism, cpus, totalmem } from "node:os";
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { type BenchTable, isBarMet } from "./bench-table.ts";
import { benchmarks } from "./benchmarks.ts";
import { formatTable } from "./format-table.ts";
import { runInProcess } from "./run-in-process.ts";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { json: { type: "string" } },
});
const known = Object.keys(benchmarks);
const unknown = positionals.filter((name) => !known.includes(name));

if (unknown.length > 0) {
  console.error(`There is no benchmark ${unknown.join(" or ")}. There are: ${known.join(", ")}.`);
  process.exitCode = 1;
} else {
  const crashed = await runAll(positionals.length > 0 ? positionals : known, values.json);
  if (crashed.length > 0) {
    console.error(`Crashed: ${crashed.join(", ")}`);
    process.exitCode = 1;
  }
}

/**
 * Runs benchmarks one after another and prints each table. A missed bar is a result, not a failure. Returns
 * the names of benchmarks that crashed.
 */
async function runAll(names: readonly string[], jsonFile: string | undefined): Promise<string[]> {
  const machine = describeMachine();
  console.log(`${machine.cpu}, ${machine.cores} cores, Node.js ${machine.node}\n`);
  const tables: Record<string, BenchTable> = {};
  const crashed: string[] = [];
  for (const name of names) {
    const start = performance.now();
    try {
      const table = await runInProcess(name);
      tables[name] = table;
      console.log(
        `${formatTable(table)}\n  (${name}, ${((performance.now() - start) / 1000).toFixed(0)} s)\n`,
      );
    } catch (error) {
      console.error(error);
      crashed.push(name);
    }
  }
  // pnpm runs this in the package's folder, but the path is relative to where the command was entered.
  const folder = process.env["INIT_CWD"] ?? process.cwd();
  if (jsonFile !== undefined) await writeFile(resolve(folder, jsonFile), toJson(machine, tables));
  return crashed;
}

function describeMachine() {
  return {
    cpu: cpus()[0]?.model ?? "unknown CPU",
    cores: availableParallelism(),
    memoryBytes: totalmem(),
    platform: `${process.platform} ${process.arch}`,
    node: process.version,
    measuredAt: new Date().toISOString(),
  };
}

function toJson(
  machine: ReturnType<typeof describeMachine>,
  tables: Readonly<Record<string, BenchTable>>,
): string {
  const judged = Object.entries(tables).map(([name, { title, rows }]) => ({
    name,
    title,
    rows: rows.map((row) => ({ ...row, met: isBarMet(row) })),
  }));
  return `${JSON.stringify({ machine, tables: judged }, null, 2)}\n`;
}
