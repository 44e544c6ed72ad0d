import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { expect, test } from "vitest";

const program = (platform: NodeJS.Platform) => `
  import { spawn } from "node:child_process";
  import { forwardSignals } from ${JSON.stringify(import.meta.resolve("./forward-signals.ts"))};
  const child = spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"], { stdio: "ignore" });
  forwardSignals(child, ${JSON.stringify(platform)});
  process.on("SIGINT", () => console.log(child.killed ? "and the child" : "and not the child"));
  child.on("exit", (code, signal) => console.log("the child ended by", signal));
  console.log("started");
`;

const ended = "the child ended by SIGTERM";

test.each([
  ["linux", "SIGINT", ["started", "and the child", ended]],
  ["linux", "SIGTERM", ["started", ended]],
  ["win32", "SIGINT", ["started", "and not the child", ended]],
] as const)(
  "on %s, a parent gets %s",
  async (platform, signal, lines) => {
    const parent = spawn(process.execPath, ["--input-type=module", "-e", program(platform)], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    const printed: string[] = [];
    const output = createInterface(parent.stdout).on("line", (line) => {
      printed.push(line);
      if (line === "started") parent.kill(signal);
      // Stops the test; on Windows the terminal would have done so.
      if (line === "and not the child") parent.kill("SIGTERM");
    });
    await once(output, "close");
    expect(printed).toEqual(lines);
  },
  30_000,
);
