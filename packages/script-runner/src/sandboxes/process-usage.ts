import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { promisify } from "node:util";

/** What a process has used since its start, and holds now. */
export interface ProcessUsage {
  readonly cpuMilliseconds: number;
  readonly residentBytes: number;
  /** Its data segment, which is what `ulimit -d` counts. Linux only. */
  readonly dataBytes?: number;
}

// The kernel counts in hundredths of a second here, whatever its own rate is.
const tickMilliseconds = 10;

const run = promisify(execFile);

/** Whether a process gave up gaining privileges, and whether a filter judges its system calls. Linux only. */
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
 * Reads a process's share of memory: pages that several processes map, such as workerd's code, count in parts. Returns `undefined`
 * where the kernel doesn't tell.
 */
export async function readProportionalBytes(pid: number): Promise<number | undefined> {
  const text = await readFile(`/proc/${pid}/smaps_rollup`, "latin1").catch(() => "");
  const kibibytes = /^Pss:\s+(\d+) kB$/m.exec(text)?.[1];
  return kibibytes === undefined ? undefined : Number(kibibytes) * 1024;
}

/** Reads what a process uses, all its threads together; `undefined` when it is gone. */
export async function readProcessUsage(pid: number): Promise<ProcessUsage | undefined> {
  try {
    return process.platform === "linux" ? readLinux(pid) : await readByPs(pid);
  } catch {
    return undefined;
  }
}

// A few microseconds each: these files are never on a disk.
function readLinux(pid: number): ProcessUsage {
  const stat = readFileSync(`/proc/${pid}/stat`, "latin1");
  // The second field is the name, in parentheses, with anything in it.
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

/** Reads the output of `ps -o time=,rss=`: `[[days-]hours:]minutes:seconds[.hundredths]` and KiB. */
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
