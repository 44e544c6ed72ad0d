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

/** Several times the duration of the longest benchmark, so that a hanging one doesn't block the others. */
const limitMilliseconds = 900_000;

/**
 * Runs a benchmark in its own process, so that garbage and compiled code don't affect the next one.
 *
 * @throws Error if it ends without a table or times out
 */
export async function runInProcess(name: string): Promise<BenchTable> {
  // The default serialization would turn NaN into null.
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
