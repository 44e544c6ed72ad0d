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

/** The machine's capabilities, found by starting an empty sandbox. */
export interface Machine {
  readonly isolation: Isolation;
  readonly confinement: Confinement;
  /** The limit for `ulimit -d`. */
  readonly maxDataBytes: number | undefined;
  readonly capabilities: RunnerCapabilities;
}

interface EmptySandbox extends ReturnType<typeof readConfinement> {
  readonly dataBytes: number | undefined;
}

/** Returns the isolations to try, best first. */
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
 * Starts an empty sandbox with the best isolation the machine supports.
 *
 * @throws {Error} if no sandbox can be started
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
  throw new Error(`This machine cannot run scripts: ${problems.at(-1) ?? "no isolation to try"}`);
}

/**
 * Reports the isolation of scripts on this machine without a runner, by starting an empty script.
 *
 * @throws {ScriptRunnerError} `runner_unavailable` if this machine can't run scripts
 *
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
    // Under root, sandboxes run as another user, which needs to traverse this directory.
    await chmod(directory, process.getuid?.() === 0 ? 0o711 : 0o700);
    const configure = await prepareConfiguration(directory, defaultScriptLimits);
    return (await probeMachine(directory, configure, defaultScriptLimits)).capabilities;
  } catch (error) {
    throw new ScriptRunnerError("runner_unavailable", error instanceof Error ? error.message : String(error));
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

/** Returns the resource usage of an empty sandbox, or the reason why it can't be started. */
async function tryIsolation(
  launch: Pick<SandboxLaunch, "isolation" | "confinement" | "socketDirectory">,
  configuration: Uint8Array,
): Promise<EmptySandbox | string> {
  let launched: LaunchedSandbox;
  try {
    launched = await launchSandbox({ ...launch, maxDataBytes: undefined });
  } catch (error) {
    // In a container, even root can lack the sandbox user.
    await rm(launch.socketDirectory, { recursive: true, force: true });
    return String(error);
  }
  launched.configure(configuration);
  const ready = launched.listening.then(() => true);
  const isReady = await Promise.race([ready, launched.ended.then(() => false)]);
  const usage = isReady ? await readEmptySandbox(await launched.pid) : undefined;
  launched.kill();
  await launched.ended;
  return usage ?? launched.errorOutput().trim();
}

async function readEmptySandbox(pid: number): Promise<EmptySandbox> {
  const usage = await readProcessUsage(pid);
  return { ...readConfinement(pid), dataBytes: usage?.dataBytes };
}

/** Returns a machine's capabilities, with the gaps as sentences. */
export function capabilitiesOf(
  { user, namespaces }: Isolation,
  {
    noNewPrivileges,
    systemCallFilter,
    memoryLimit,
  }: Pick<RunnerCapabilities, "noNewPrivileges" | "systemCallFilter" | "memoryLimit">,
): RunnerCapabilities {
  const gaps = [
    ...(user ? [] : ["Scripts run as the user of the server, so only workerd protects its files."]),
    ...(namespaces
      ? []
      : ["Scripts have no network namespace of their own, so only workerd blocks direct network access."]),
    ...(systemCallFilter
      ? []
      : ["The kernel does not filter the system calls of scripts. On Linux, install perl."]),
    ...(noNewPrivileges
      ? []
      : ["Scripts can gain privileges. On Linux, install perl or setpriv to prevent this."]),
    ...(memoryLimit
      ? []
      : ["The kernel does not limit memory. A script over its limit is killed shortly after."]),
  ];
  return { ownUser: user, namespaces, noNewPrivileges, systemCallFilter, memoryLimit, gaps };
}
