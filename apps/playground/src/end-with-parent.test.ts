import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { expect, test } from "vitest";

const parentProgram = `
  import { spawn } from "node:child_process";
  const childProgram = "process.on('SIGTERM', () => { console.log('stopped'); process.exit(); }); setInterval(() => {}, 1000); console.log('started');";
  spawn(process.execPath, ["--import", ${JSON.stringify(import.meta.resolve("./end-with-parent.ts"))}, "-e", childProgram], {
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  });
`;

test("a child stops gracefully when its parent is killed", async () => {
  const parent = spawn(process.execPath, ["--input-type=module", "-e", parentProgram], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const lines: string[] = [];
  const output = createInterface(parent.stdout).on("line", (line) => {
    lines.push(line);
    if (line === "started") parent.kill("SIGKILL");
  });
  await once(output, "close");
  expect(lines).toEqual(["started", "stopped"]);
});
