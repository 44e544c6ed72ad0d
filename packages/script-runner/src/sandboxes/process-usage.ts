import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { promisify } from "node:util";

/** The resources used by a process. */
export interface ProcessUsage {
  readonly cpuMilliseconds: number;
  readonly residentBytes: number;
  /** The data segment, as limited by `ulimit -d`. Linux only. */
  readonly dataBytes?: number;
}

// The kernel always reports hundredths of a second here, independent of its tick rate.
const tickMilliseconds = 10;

const run = promisify(execFile);

/** Returns whether a process has `no_new_privs` and a seccomp filter. Linux only. */
export function readConfinement(pid: number): {
  readonly noNewPrivileges: boolean;
  readonly systemCallFilter: boolean;
} {
  const status = process.platform === "linux" ? readFileSync(`/proc/${pid}/status`, "latin1") : "";
  return {
    noNewPrivileges: /^NoNewPrivs:\s+1$/m.test(status),
    systemCallFilter: /^Seccomp:\s+2$/m.test(status),
  };
}

/**
 * Returns a process's proportional memory: pages mapped by several processes, such as workerd's code, count
 * in part. `undefined` if the kernel doesn't provide it.
 */
export async function readProportionalBytes(pid: number): Promise<number | undefined> {
  const text = await readFile(`/proc/${pid}/smaps_rollup`, "latin1").catch(() => "");
  const kibibytes = /^Pss:\s+(\d+) kB$/m.exec(text)?.[1];
  return kibibytes === undefined ? undefined : Number(kibibytes) * 1024;
}

/** Returns the resource usage of a process with all its threads, or `undefined` if it has ended. */
export async function readProcessUsage(pid: number): Promise<ProcessUsage | undefined> {
  try {
    return process.platform === "linux" ? readLinux(pid) : await readByPs(pid);
  } catch {
    return undefined;
  }
}

// Takes a few microseconds, since these files are never on disk.
function readLinux(pid: number): ProcessUsage {
  const stat = readFileSync(`/proc/${pid}/stat`, "latin1");
  // The second field is the name in parentheses, which can contain any character.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  const field = (number: number): number => Number(fields[number - 3]);
  const status = readFileSync(`/proc/${pid}/status`, "latin1");
  const bytes = (name: string): number =>
    Number(new RegExp(`^${name}:\\s+(\\d+)`, "m").exec(status)?.[1] ?? 0) * 1024;
  return {
    cpuMilliseconds: (field(14) + field(15)) * tickMilliseconds,
    residentBytes: bytes("VmRSS"),
    dataBytes: bytes("VmData"),
  };
}

async function readByPs(pid: number): Promise<ProcessUsage | undefined> {
  const { stdout } = await run("/bin/ps", ["-o", "time=,rss=", "-p", String(pid)]);
  return parsePs(stdout);
}

/** Parses the output of `ps -o time=,rss=`: `[[days-]hours:]minutes:seconds[.hundredths]` and KiB. */
export function parsePs(output: string): ProcessUsage | undefined {
  const [time = "", resident] = output.trim().split(/\s+/);
  if (resident === undefined) return undefined;
  const [timeOfDay = "", days = "0"] = time.split("-").toReversed();
  const seconds = timeOfDay.split(":").reduce((total, part) => total * 60 + Number(part), 0);
  return {
    cpuMilliseconds: Math.round((Number(days) * 86_400 + seconds) * 1000),
    residentBytes: Number(resident) * 1024,
  };
}
