import { spawn } from "node:child_process";
import { expect, test } from "vitest";
import { followCrashProcess } from "./crash-process.ts";

test("ignores an incomplete line of a killed process", async () => {
  const program = `process.stdout.write("ready\\naccepted one\\naccepted tw"); setInterval(() => {}, 1000);`;
  const accepted: string[] = [];
  const child = spawn(process.execPath, ["-e", program], { stdio: ["ignore", "pipe", "inherit"] });
  const crashing = followCrashProcess(child, (eventId) => accepted.push(eventId));
  await crashing.ready;
  await crashing.end("SIGKILL");
  expect([accepted, crashing.hasDied()]).toEqual([["one"], false]);
});
