import { readdir, readFile } from "node:fs/promises";

const clockTicks = 100;

/** Returns the CPU time of a process and its children, including their ended children (µs). Linux only. */
export async function microsecondsBelow(parent: number): Promise<number> {
  let ticks = 0;
  for (const name of await readdir("/proc")) {
    if (!/^\d+$/.test(name)) continue;
    const stat = await readFile(`/proc/${name}/stat`, "utf8").catch(() => "");
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    const [ppid, user, system, endedUser, endedSystem] = [1, 11, 12, 13, 14].map((index) =>
      Number(fields[index]),
    );
    if (Number(name) === parent) ticks += (endedUser ?? 0) + (endedSystem ?? 0);
    if (Number(name) === parent || ppid === parent) ticks += (user ?? 0) + (system ?? 0);
  }
  return (ticks / clockTicks) * 1_000_000;
}
