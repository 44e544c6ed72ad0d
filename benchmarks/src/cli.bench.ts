import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import * as z from "zod";
import type { BenchRow, BenchTable } from "./bench-table.ts";
import { quantile } from "./quantile.ts";

const starts = 11;
const reloads = 20;
// The first runs include one-time compilation.
const warmUps = 3;

const packages = fileURLToPath(new URL("../../packages", import.meta.url));
const builtFile = join(packages, "cli/dist/program/main.js");
const isBuilt = existsSync(builtFile);
const command = isBuilt
  ? [builtFile]
  : ["--conditions=@plugboard/source", join(packages, "cli/src/program/main.ts")];

/** Measures the start of the command line and the reloads of `plugboard dev`. */
export async function run(): Promise<BenchTable> {
  const home = await mkdtemp(join(tmpdir(), "bench-cli-"));
  const env = { ...process.env, HOME: home, XDG_CONFIG_HOME: home };
  try {
    const startRows = await measureStart(env);
    await promisify(execFile)(process.execPath, [...command, "create", "digest", "--no-install"], {
      cwd: home,
      env,
    });
    const folder = join(home, "digest");
    await linkPackages(folder);
    return {
      title: `The command line${isBuilt ? "" : " (from source, not built)"}`,
      rows: [...startRows, ...(await measureReload(folder, env))],
    };
  } finally {
    await rm(home, { recursive: true });
  }
}

async function measureStart(env: NodeJS.ProcessEnv): Promise<BenchRow[]> {
  const help: number[] = [];
  const bare: number[] = [];
  for (let round = 0; round < starts; round += 1) {
    help.push(await timeProcess([...command, "help"], env));
    bare.push(await timeProcess(["--eval", "0"], env));
  }
  return [
    { name: "start: node --eval 0", value: quantile(bare, 0.5), unit: "ms" },
    {
      name: "start: plugboard help",
      value: quantile(help, 0.5),
      unit: "ms",
      bar: { relation: "≤", limit: 150 },
    },
  ];
}

async function timeProcess(words: readonly string[], env: NodeJS.ProcessEnv): Promise<number> {
  const startedAt = performance.now();
  await promisify(execFile)(process.execPath, words, { env });
  return performance.now() - startedAt;
}

const reportLine = z.looseObject({ kind: z.string() });

/** Returns the time from a file change until the new version responds. */
async function measureReload(folder: string, env: NodeJS.ProcessEnv): Promise<BenchRow[]> {
  const child: ChildProcess = spawn(process.execPath, [...command, "dev", "--port", "0", "--json"], {
    cwd: folder,
    env,
    stdio: ["ignore", "pipe", "inherit"],
  });
  if (child.stdout === null) throw new Error("plugboard dev was started without its output.");
  const lines = createInterface(child.stdout);
  const reported = async (kind: string): Promise<void> => {
    for (;;) {
      const [line]: unknown[] = await once(lines, "line");
      const report = reportLine.parse(JSON.parse(String(line)));
      if (report.kind === "failed") throw new Error(`plugboard dev: ${String(line)}`);
      if (report.kind === kind) return;
    }
  };
  await reported("ready");
  const file = join(folder, "src/integration.ts");
  const code = await readFile(file, "utf8");
  const times: number[] = [];
  for (let edit = 0; edit < reloads; edit += 1) {
    const reloaded = reported("reloaded");
    const startedAt = performance.now();
    await writeFile(file, `${code}\n// ${edit}\n`);
    await reloaded;
    times.push(performance.now() - startedAt);
    // A person pauses longer between edits. `dev` prepares for the next change meanwhile, which must not be
    // measured.
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  const ended = once(child, "exit");
  child.kill("SIGINT");
  await ended;
  const value = quantile(times.slice(warmUps), 0.5);
  return [
    {
      name: "dev: edit to new version, p50",
      value,
      unit: "ms",
      bar: { relation: "≤", limit: 150 },
    },
  ];
}

// Links the packages of this repository as if they were installed.
async function linkPackages(folder: string): Promise<void> {
  await mkdir(join(folder, "node_modules/@plugboard"), { recursive: true });
  for (const name of await readdir(packages))
    await symlink(join(packages, name), join(folder, "node_modules/@plugboard", name), "junction");
}
