import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import * as z from "zod";

/** The reference server in its own process. */
export interface ServerProcess {
  readonly consoleUrl: string;
  readonly sitesUrl: string;
  /** Time from starting the process until `/readyz` reports that it is ready. */
  readonly readyMilliseconds: number;
  /** Returns the memory of the process in bytes. */
  residentBytes(): Promise<number>;
  /** Returns the CPU time of the process so far (µs); `undefined` on systems other than Linux. */
  processorMicroseconds(): Promise<number | undefined>;
  /** Stops the process and removes its data. */
  stop(): Promise<void>;
}

export const adminToken = "admin_for_the_benchmark";

const serverFolder = fileURLToPath(new URL("../../apps/reference-server", import.meta.url));
const builtFile = join(serverFolder, "dist/main.js");
const logLine = z.looseObject({ level: z.number(), msg: z.string() });
const readyLine = z.looseObject({ msg: z.literal("ready"), console: z.string(), sites: z.string() });

/** Whether the server was built. Otherwise it runs from its sources and starts more slowly. */
export const serverIsBuilt: boolean = existsSync(builtFile);

/**
 * Starts the server and waits until it is ready: with SQLite in an empty folder, unless `variables` name
 * another database.
 */
export async function startServerProcess(
  variables: Readonly<Record<string, string>> = {},
): Promise<ServerProcess> {
  const dataDir = variables["PLUGBOARD_DATA_DIR"] ?? (await mkdtemp(join(tmpdir(), "bench-server-")));
  const program = serverIsBuilt
    ? [builtFile]
    : ["--conditions=@plugboard/source", join(serverFolder, "src/main.ts")];
  const start = performance.now();
  const child = spawn(process.execPath, program, {
    stdio: ["ignore", "pipe", "inherit"],
    env: {
      ...process.env,
      PORT: "0",
      PLUGBOARD_DATA_DIR: dataDir,
      PLUGBOARD_ADMIN_TOKEN: adminToken,
      // All visits come from one address here.
      PLUGBOARD_VISITS_PER_ADDRESS: "10000000",
      PLUGBOARD_VISITS_PER_SITE: "10000000",
      ...variables,
    },
  });
  const exited = once(child, "exit");
  const stop = async (): Promise<void> => {
    child.kill("SIGTERM");
    await exited;
    // Processes that share a folder both remove it.
    await rm(dataDir, { recursive: true, force: true });
  };
  const urls = await new Promise<z.infer<typeof readyLine>>((resolve, reject) => {
    createInterface(child.stdout).on("line", (text) => {
      const line: unknown = JSON.parse(text);
      if (logLine.parse(line).level >= 50) console.error(text);
      const ready = readyLine.safeParse(line);
      if (ready.success) resolve(ready.data);
    });
    exited.then(() => reject(new Error("the server exited before it was ready")), reject);
  });
  const { status } = await fetch(`${urls.console}/readyz`);
  const readyMilliseconds = performance.now() - start;
  if (status !== 200) throw new Error(`/readyz responded with ${status}`);
  return {
    consoleUrl: urls.console,
    sitesUrl: urls.sites,
    readyMilliseconds,
    residentBytes: () => readResidentBytes(child.pid),
    processorMicroseconds: () => readProcessorMicroseconds(child.pid),
    stop,
  };
}

// Both sources use units of 1,024 bytes.
async function readResidentBytes(pid: number | undefined): Promise<number> {
  if (process.platform !== "linux") {
    const { stdout } = await promisify(execFile)("ps", ["-o", "rss=", "-p", String(pid)]);
    return Number(stdout) * 1024;
  }
  const status = await readFile(`/proc/${pid}/status`, "utf8");
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1]) * 1024;
}

const tickMicroseconds = 10_000;

async function readProcessorMicroseconds(pid: number | undefined): Promise<number | undefined> {
  if (process.platform !== "linux") return undefined;
  const stat = await readFile(`/proc/${pid}/stat`, "utf8");
  // The preceding name can contain spaces. utime and stime are fields 14 and 15.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return (Number(fields[11]) + Number(fields[12])) * tickMicroseconds;
}
