import { expect, test } from "vitest";
import { findWorkerd } from "./find-workerd.ts";
import { capabilitiesOf, isolationsToTry } from "./probe-machine.ts";
import { parsePs, readProcessUsage } from "./process-usage.ts";
import { describeStartError } from "./start-error.ts";

test("tries the best isolation first and none last", () => {
  expect(isolationsToTry("linux", true)).toEqual([
    { user: true, namespaces: true },
    { user: false, namespaces: true },
    { user: true, namespaces: false },
    { user: false, namespaces: false },
  ]);
  expect(isolationsToTry("linux", false)).toEqual([
    { user: false, namespaces: true },
    { user: false, namespaces: false },
  ]);
  expect(isolationsToTry("darwin", false)).toEqual([{ user: false, namespaces: false }]);
});

test("lists all gaps on macOS", () => {
  const [best = { user: true, namespaces: true }] = isolationsToTry("darwin", false);
  expect(
    capabilitiesOf(best, { noNewPrivileges: false, systemCallFilter: false, memoryLimit: false }),
  ).toEqual({
    ownUser: false,
    namespaces: false,
    noNewPrivileges: false,
    systemCallFilter: false,
    memoryLimit: false,
    gaps: [
      expect.stringContaining("run as the user of the server"),
      expect.stringContaining("no network namespace"),
      expect.stringContaining("does not filter the system calls"),
      expect.stringContaining("can gain privileges"),
      expect.stringContaining("does not limit memory"),
    ],
  });
});

test.each([
  ["win32", "x64"],
  ["linux", "ia32"],
  ["freebsd", "arm64"],
] as const)("names the supported platforms on %s, %s", (platform, arch) => {
  expect(() => findWorkerd({ platform, arch })).toThrow(
    `Published scripts run on Linux and macOS, on x64 and arm64, and this is ${platform} on ${arch}. Integrations hosted at a URL still work here.`,
  );
});

test.each([
  ["   0:01.25  61440\n", { cpuMilliseconds: 1_250, residentBytes: 62_914_560 }],
  ["01:02:03 1\n", { cpuMilliseconds: 3_723_000, residentBytes: 1_024 }],
  ["2-00:00:01 1", { cpuMilliseconds: 172_801_000, residentBytes: 1_024 }],
  ["", undefined],
])("parses the output of ps: %j", (output, expected) => {
  expect(parsePs(output)).toEqual(expected);
});

test("reads the usage of a process, and detects its end", async () => {
  const usage = await readProcessUsage(process.pid);
  expect(usage?.cpuMilliseconds).toBeGreaterThan(0);
  expect(usage?.residentBytes).toBeGreaterThan(10 * 1024 * 1024);
  expect(await readProcessUsage(2 ** 22 + 1)).toBeUndefined();
});

const line = (message: string): string =>
  JSON.stringify({ timestamp: "1", level: "error", source: "a.rs:1", message });

test.each([
  [
    `${line("service integration: Uncaught TypeError: top\n  at bundle.mjs:2:21 in f\n  at bundle.mjs:3:1")}\n${line("other")}\n`,
    "Uncaught TypeError: top\n    at bundle.mjs:2:21 in f\n    at bundle.mjs:3:1",
  ],
  [`unshare: failed\n`, "unshare: failed"],
  [`${line("bind(): Address already in use")}\n`, "bind(): Address already in use"],
  ["", "it ended without an error message"],
])("finds the start error in %j", (output, expected) => {
  expect(describeStartError(output)).toBe(expected);
});
