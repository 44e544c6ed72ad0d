import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { RunnerCapabilities } from "../model/runner-capabilities.ts";
import { defaultScriptLimits, type ScriptLimits } from "../model/script-limits.ts";
import { ScriptRunnerError } from "../model/script-runner-error.ts";
import { type ConfigureSandbox, prepareConfiguration } from "./sandbox-configuration.ts";
import { type Confinement, findConfinement } from "./confinement.ts";
import { type Isolation, launchSandbox, type LaunchedSandbox, type SandboxLaunch } from "./launch-sandbox.ts";
import { readConfinement, readProcessUsage } from "./process-usage.ts";

/** What the machine offers, found out by starting an empty sandbox. */
export interface Machine {
  readonly isolation: Isolation;
  readonly confinement: Confinement;
  /** What `ulimit -d` is to allow. */
  readonly maxDataBytes: number | undefined;
  readonly capabilities: RunnerCapabilities;
}

interface EmptySandbox extends ReturnType<typeof readConfinement> {
  readonly dataBytes: number | undefined;
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
  const confinement = await findConfinement();
  const problems: string[] = [];
  for (const isolation of isolationsToTry(process.platform, process.getuid?.() === 0)) {
    const socketDirectory = join(directory, `probe-${problems.length}`);
    const tried = await tryIsolation({ isolation, confinement, socketDirectory }, configuration);
    if (typeof tried === "string") {
      problems.push(tried);
      continue;
    }
    const { dataBytes, ...confined } = tried;
    const maxDataBytes = dataBytes === undefined ? undefined : dataBytes + limits.maxDataBytes;
    const capabilities = capabilitiesOf(isolation, { ...confined, memoryLimit: maxDataBytes !== undefined });
    return { isolation, confinement, maxDataBytes, capabilities };
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
  launch: Pick<SandboxLaunch, "isolation" | "confinement" | "socketDirectory">,
  configuration: Uint8Array,
): Promise<EmptySandbox | string> {
  let launched: LaunchedSandbox;
  try {
    launched = await launchSandbox({ ...launch, maxDataBytes: undefined });
  } catch (error) {
    // Root of a container may lack the user that sandboxes would run as.
    await rm(launch.socketDirectory, { recursive: true, force: true });
    return String(error);
  }
  launched.configure(configuration);
  const ready = launched.listening.then(() => true);
  const isReady = await Promise.race([ready, launched.ended.then(() => false)]);
  const found = isReady ? await readEmptySandbox(await launched.pid) : undefined;
  launched.kill();
  await launched.ended;
  return found ?? launched.errorOutput().trim();
}

async function readEmptySandbox(pid: number): Promise<EmptySandbox> {
  const usage = await readProcessUsage(pid);
  return { ...readConfinement(pid), dataBytes: usage?.dataBytes };
}

/** Returns what a machine contains, and its gaps in sentences. */
export function capabilitiesOf(
  { user, namespaces }: Isolation,
  {
    noNewPrivileges,
    systemCallFilter,
    memoryLimit,
  }: Pick<RunnerCapabilities, "noNewPrivileges" | "systemCallFilter" | "memoryLimit">,
): RunnerCapabilities {
  const gaps = [
    ...(user ? [] : ["Scripts run as the user of the server: only workerd keeps them from its files."]),
    ...(namespaces
      ? []
      : ["Scripts have no network namespace of their own: only workerd keeps them from the network."]),
    ...(systemCallFilter
      ? []
      : ["The kernel does not filter system calls of scripts; on Linux, that takes perl on the PATH."]),
    ...(noNewPrivileges
      ? []
      : ["Scripts keep the right to gain privileges; on Linux, perl or setpriv on the PATH takes it away."]),
    ...(memoryLimit
      ? []
      : ["The kernel does not limit memory: a script over its limit is killed a moment later."]),
  ];
  return { ownUser: user, namespaces, noNewPrivileges, systemCallFilter, memoryLimit, gaps };
}
