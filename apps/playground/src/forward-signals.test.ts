import { spawn } from "node:child_process";
import { once } from "node:events";
import { expect, test } from "vitest";

const program = `
  import { spawn } from "node:child_process";
  import { forwardSignals } from ${JSON.stringify(import.meta.resolve("./forward-signals.ts"))};
  const child = spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"], { stdio: "ignore" });
  forwardSignals(child);
  child.on("exit", (code, signal) => console.log("the child ended by", signal));
  console.log("started");
`;

test.each(["SIGINT", "SIGTERM"] as const)(
  "a child ends when its parent gets %s",
  async (signal) => {
    const parent = spawn(process.execPath, ["--input-type=module", "-e", program], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    let printed = "";
    parent.stdout.setEncoding("utf8").on("data", (text) => {
      printed += text;
      if (text.startsWith("started")) parent.kill(signal);
    });
    await once(parent, "close");
    expect(printed).toBe("started\nthe child ended by SIGTERM\n");
    expect(parent.exitCode).toBe(0);
  },
  30_000,
);
