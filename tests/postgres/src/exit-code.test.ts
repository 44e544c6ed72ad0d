import { spawnSync } from "node:child_process";
import { expect, it } from "vitest";

it.each([0, 3])("keeps the exit code %i of a process that can start servers", (code) => {
  const source = `await import(${JSON.stringify(new URL("start-postgres.ts", import.meta.url).href)}); process.exitCode = ${code};`;
  const { status } = spawnSync(process.execPath, ["--input-type=module", "--eval", source]);
  expect(status).toBe(code);
});
