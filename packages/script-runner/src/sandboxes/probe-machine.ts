import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { RunnerCapabilities } from "../model/runner-capabilities.ts";
import { defaultScriptLimits, type ScriptLimits } from "../model/script-limits.ts";
import { ScriptRunnerError } from "../model/script-runner-error.ts";
import { type ConfigureSandbox, prepareConfiguration } from "./sandbox-configuration.ts";
import { type Isolation, launchSandbox, type LaunchedSandbox } from "./launch-sandbox.ts";
import { type ProcessUsage, readProcessUsage } from "./process-usage.ts";

/** What the machine offers, found out by starting an empty sandbox. */
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
 * Starts an empty sandbox, as well kept apart as the machine lets it.
 *
 * @throws {Error} when no sandbox can be started at all
 */
export async function probeMachine(
  directory: string,
  configure: ConfigureSandbox,
  limits: ScriptLimits,
): Promise<Machine> {
  const bundle = new TextEncoder().encode("export default { fetch() {} };");
  const configuration = configure({ bundle, signingSecrets: [] });
  const problems: string[] = [];
  for (const isolation of isolationsToTry(process.platform, process.getuid?.() === 0)) {
    const socketDirectory = join(directory, `probe-${problems.length}`);
    const tried = await tryIsolation(isolation, socketDirectory, configuration);
    if (typeof tried === "string") {
      problems.push(tried);
      continue;
    }
    const maxDataBytes = tried.dataBytes === undefined ? undefined : tried.dataBytes + limits.maxDataBytes;
    return { isolation, maxDataBytes, capabilities: capabilitiesOf(isolation, maxDataBytes !== undefined) };
  }
  throw new Error(`No script can be run on this machine: ${problems.at(-1) ?? "nothing could be tried"}`);
}

/**
 * Finds out what keeps scripts apart on this machine, without a runner: an empty script is started and ended.
 *
 * @throws {ScriptRunnerError} `runner_unavailable` when no script can be run here
 * @example
 * ```ts
 * import { probeScriptIsolation } from "@plugboard/script-runner";
 *
 * const { gaps } = await probeScriptIsolation();
 * for (const gap of gaps) console.warn(gap);
 * ```
 */
export async function probeScriptIsolation(): Promise<RunnerCapabilities> {
  const directory = await mkdtemp(join(tmpdir(), "plugboard-"));
  try {
    // Root's sandboxes run as another user, who has to come through to what is theirs.
    await chmod(directory, process.getuid?.() === 0 ? 0o711 : 0o700);
    const configure = await prepareConfiguration(directory, defaultScriptLimits);
    return (await probeMachine(directory, configure, defaultScriptLimits)).capabilities;
  } catch (error) {
    throw new ScriptRunnerError("runner_unavailable", error instanceof Error ? error.message : String(error));
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

/** What an empty sandbox uses, or why it cannot be started. */
async function tryIsolation(
  isolation: Isolation,
  socketDirectory: string,
  configuration: Uint8Array,
): Promise<ProcessUsage | string> {
  let launched: LaunchedSandbox;
  try {
    launched = await launchSandbox({ isolation, socketDirectory, maxDataBytes: undefined });
  } catch (error) {
    // Root of a container may lack the user that sandboxes would run as.
    await rm(socketDirectory, { recursive: true, force: true });
    return String(error);
  }
  launched.configure(configuration);
  const ready = launched.listening.then(() => true);
  const isReady = await Promise.race([ready, launched.ended.then(() => false)]);
  const usage = isReady ? await readProcessUsage(await launched.pid) : undefined;
  launched.kill();
  await launched.ended;
  return usage ?? launched.errorOutput().trim();
}

/** What a way to keep sandboxes apart offers, and what it does not. */
export function capabilitiesOf({ user, namespaces }: Isolation, memoryLimit: boolean): RunnerCapabilities {
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
