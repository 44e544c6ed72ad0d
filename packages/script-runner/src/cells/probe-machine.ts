import { mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { RunnerCapabilities } from "../model/runner-capabilities.ts";
import type { ScriptLimits } from "../model/script-limits.ts";
import { bundleName } from "./cell-files.ts";
import { type Isolation, launchCell, makeSocketDirectory } from "./launch-cell.ts";
import { readProcessUsage } from "./process-usage.ts";

/** What the machine offers, found out by starting an empty cell. */
export interface Machine {
  readonly isolation: Isolation;
  /** What `ulimit -d` is to allow. */
  readonly maxDataBytes: number | undefined;
  readonly capabilities: RunnerCapabilities;
}

/** What to try, the best first. */
export function isolationsToTry(platform: NodeJS.Platform, isRoot: boolean): readonly Isolation[] {
  const isLinux = platform === "linux";
  return [
    ...(isLinux && isRoot ? [{ user: true, namespaces: true }] : []),
    ...(isLinux ? [{ user: false, namespaces: true }] : []),
    ...(isRoot ? [{ user: true, namespaces: false }] : []),
    { user: false, namespaces: false },
  ];
}

/**
 * Starts an empty cell, as well kept apart as the machine lets it.
 *
 * @throws {Error} when no cell can be started at all
 */
export async function probeMachine(
  directory: string,
  filesDirectory: string,
  limits: ScriptLimits,
): Promise<Machine> {
  const codeDirectory = join(directory, "probe");
  await mkdir(codeDirectory, { mode: 0o755 });
  await writeFile(join(codeDirectory, bundleName), "export default { fetch() {} };", { mode: 0o644 });
  const problems: string[] = [];
  for (const isolation of isolationsToTry(process.platform, process.getuid?.() === 0)) {
    const socketDirectory = join(directory, `probe-${problems.length}`);
    await makeSocketDirectory(socketDirectory, isolation);
    const launched = launchCell({
      isolation,
      filesDirectory,
      codeDirectory,
      socketDirectory,
      signingSecrets: [],
      maxDataBytes: undefined,
    });
    const ready = launched.listening.then(() => true);
    const isReady = await Promise.race([ready, launched.ended.then(() => false)]);
    const usage = isReady ? await readProcessUsage(await launched.pid) : undefined;
    launched.kill();
    await launched.ended;
    if (usage === undefined) {
      problems.push(launched.errorOutput().trim());
      continue;
    }
    await rm(codeDirectory, { recursive: true });
    const idleBytes = usage.dataBytes;
    const maxDataBytes = idleBytes === undefined ? undefined : idleBytes + limits.maxDataBytes;
    return { isolation, maxDataBytes, capabilities: describe(isolation, maxDataBytes !== undefined) };
  }
  throw new Error(`No script can be run on this machine: ${problems.at(-1) ?? "nothing could be tried"}`);
}

function describe({ user, namespaces }: Isolation, memoryLimit: boolean): RunnerCapabilities {
  const gaps = [
    ...(user ? [] : ["Scripts run as the user of the server: only workerd keeps them from its files."]),
    ...(namespaces
      ? []
      : ["Scripts have no network namespace of their own: only workerd keeps them from the network."]),
    ...(memoryLimit
      ? []
      : ["The kernel does not limit memory: a script over its limit is killed a moment later."]),
  ];
  return { ownUser: user, namespaces, memoryLimit, gaps };
}
