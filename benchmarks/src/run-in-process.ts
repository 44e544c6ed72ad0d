import { fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import * as z from "zod";
import type { BenchTable } from "./bench-table.ts";

const number = z.number().or(z.nan());
const tableSchema: z.ZodType<BenchTable> = z.object({
  title: z.string(),
  rows: z.array(
    z.object({
      name: z.string(),
      value: number,
      unit: z.string(),
      ratio: number.optional(),
      bar: z.object({ relation: z.enum(["≤", "≥"]), limit: number, note: z.string().optional() }).optional(),
    }),
  ),
});

/** Several times what the longest benchmark takes: one that hangs must not hold up the rest. */
const limitMilliseconds = 300_000;

/**
 * Runs a benchmark in a process of its own, so that the garbage and the compiled code of one are not the next one's.
 *
 * @throws Error when it ended without a table, or not at all
 */
export async function runInProcess(name: string): Promise<BenchTable> {
  // The usual serialization would turn NaN into null.
  const child = fork(fileURLToPath(new URL("./benchmark-process.ts", import.meta.url)), [name], {
    serialization: "advanced",
    timeout: limitMilliseconds,
  });
  let table: unknown;
  child.once("message", (message) => {
    table = message;
  });
  const [code, signal] = await once(child, "exit");
  if (code === 0) return tableSchema.parse(table);
  throw new Error(`the benchmark ${name} ended with ${signal ?? `exit code ${code}`}`);
}
