import { execFileSync, spawnSync } from "node:child_process";
import { expect, test } from "vitest";
import { confinementsToTry, findConfinement } from "./confinement.ts";
import { readConfinement } from "./process-usage.ts";
import { systemCallFilter } from "./system-call-filter.ts";

const isLinux = process.platform === "linux";
const [strictest = []] = confinementsToTry(process);
// Reads the process status and tries operations that a script's process doesn't need.
const hasPerl = isLinux && spawnSync("perl", ["-e", "1"]).status === 0;

test.each(["x64", "arm64"] as const)(
  "the filter for %s rejects system calls by number and allows the rest",
  (machine) => {
    const filter = systemCallFilter(machine);
    expect(filter.length % 8).toBe(0);
    expect(filter.readUInt32LE(filter.length - 4)).toBe(0x7fff0000);
    for (let at = 0; at < filter.length; at += 8) {
      // Only jumps have distances; other instructions have zeros there.
      const target = at + 8 * Math.max(filter.readUInt8(at + 2), filter.readUInt8(at + 3));
      expect(target).toBeLessThan(filter.length);
    }
  },
);

test.runIf(hasPerl)("a confined process is filtered and cannot gain privileges", () => {
  const [program, ...args] = [...strictest, "cat", "/proc/self/status"];
  expect(execFileSync(program, args, { encoding: "utf8" })).toMatch(/^NoNewPrivs:\s+1$[^]*^Seccomp:\s+2$/m);
});

const connect = (target: string): string =>
  `require("node:net").connect(${target}).on("error", ({ code }) => console.log(code))`;
test.runIf(hasPerl).each([
  ["opens no internet socket", connect(`1, "127.0.0.1"`), "EPERM"],
  ["opens Unix sockets", connect(`"/nowhere.sock"`), "ENOENT"],
  [
    "signals no other process",
    `try { process.kill(process.ppid, 0) } catch ({ code }) { console.log(code) }`,
    "EPERM",
  ],
  [
    "starts threads",
    `new (require("node:worker_threads").Worker)("console.log('ran')", { eval: true })`,
    "ran",
  ],
])("a confined process %s", (_name, code, expected) => {
  const [program, ...args] = [...strictest, process.execPath, "-e", code];
  expect(execFileSync(program, args, { encoding: "utf8" }).trim()).toBe(expected);
});

test.each([
  ["darwin", "arm64"],
  ["linux", "s390x"],
] as const)("%s on %s has no confinement", async (platform, arch) => {
  expect(await findConfinement({ platform, arch })).toEqual([]);
});

test("detects that this process is not confined", () => {
  expect(Object.keys(readConfinement(process.pid))).toEqual(["noNewPrivileges", "systemCallFilter"]);
});
