import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { bundleName, prepareConfiguration } from "../sandboxes/sandbox-configuration.ts";
import { launchSandbox } from "../sandboxes/launch-sandbox.ts";
import { probeMachine } from "../sandboxes/probe-machine.ts";
import { readProportionalBytes } from "../sandboxes/process-usage.ts";
import { keepSpareSandbox } from "../sandboxes/spare-sandbox.ts";
import { type SandboxHost, startSandbox } from "../sandboxes/start-sandbox.ts";
import type { SandboxLogLine } from "../logs/read-log.ts";
import { openSourcePositions, type SourcePositions } from "../logs/source-positions.ts";
import type { RunnerCapabilities } from "../model/runner-capabilities.ts";
import type { RunnerStatus, ScriptStatus } from "../model/runner-status.ts";
import { ScriptRunnerError } from "../model/script-runner-error.ts";
import { chooseEvicted, evictForMemory } from "../policy/choose-evicted.ts";
import {
  isRetired,
  type Retirement,
  type RunnerSettings,
  type ScriptAnnouncement,
  type ScriptLogLine,
} from "../protocol/runner-protocol.ts";
import { type ScriptSupervisor, superviseScript } from "./supervise-script.ts";

/** The scripts of a runner. */
export interface Scripts {
  readonly capabilities: RunnerCapabilities;
  /** Registers a script under a key. It is started with its first request. */
  readonly announce: (key: string, announcement: ScriptAnnouncement) => void;
  /** Returns the supervisor of a script, or `undefined` if the script is unknown or retired. */
  readonly find: (key: string) => ScriptSupervisor | undefined;
  readonly status: () => ScriptStatus[];
  readonly memory: () => Pick<RunnerStatus, "memoryBytes" | "memoryEvictions">;
  /** Ends an integration's sandboxes. */
  readonly retire: (retirement: Retirement) => Promise<void>;
  /** Lets all scripts finish their work in progress, then ends them. */
  readonly close: () => Promise<void>;
}

/** Options for `keepScripts`. */
export interface ScriptsOptions {
  readonly settings: RunnerSettings;
  readonly onLog: (line: ScriptLogLine) => void;
}

interface Script {
  readonly announcement: ScriptAnnouncement;
  readonly supervisor: ScriptSupervisor;
  readonly positions: SourcePositions;
}

// Reading the proportional memory of 50 sandboxes takes up to 0.3 s of kernel CPU time.
const memoryCheckMilliseconds = 5_000;

/** Manages scripts: probes the machine's capabilities, evicts scripts to make room, and stops idle ones. */
export async function keepScripts({ settings, onLog }: ScriptsOptions): Promise<Scripts> {
  const { directory, limits } = settings;
  const configure = await prepareConfiguration(directory, limits);
  const machine = await probeMachine(directory, configure, limits);
  const { isolation, confinement, maxDataBytes, capabilities } = machine;
  const { apiOrigins, allowedTargets } = settings;
  const outbound = { apiOrigins, allowedTargets };
  let sandboxCount = 0;
  let memoryBytes = 0;
  let memoryEvictions = 0;
  const spare = keepSpareSandbox(() => {
    sandboxCount += 1;
    return launchSandbox({
      isolation,
      confinement,
      socketDirectory: join(directory, `c${sandboxCount}`),
      maxDataBytes,
    });
  });
  const host: SandboxHost = { isolation, limits, configure, takeProcess: spare.take, outbound };
  const scripts = new Map<string, Script>();

  function announce(key: string, announcement: ScriptAnnouncement): void {
    if (scripts.has(key)) return;
    const { integration, version, bundleDirectory, signingSecrets } = announcement;
    const positions = openSourcePositions(join(bundleDirectory, `${bundleName}.map`), bundleName);
    let lastLine = Promise.resolve();
    const log = (line: SandboxLogLine): void => {
      // In sequence, to keep the order of the lines.
      lastLine = lastLine.then(async () =>
        onLog({ ...(await positions.translate(line)), integration, version }),
      );
    };
    const supervisor = superviseScript({
      name: `The script of "${integration}"`,
      limits,
      makeRoom,
      onFailure: (message) => log({ time: Date.now(), level: "error", message, source: "runner" }),
      startSandbox: async (options) => {
        const bundle = await readFile(join(bundleDirectory, bundleName));
        const sandbox = { ...options, bundle, signingSecrets, onLog: log };
        try {
          return await startSandbox(host, sandbox);
        } catch (error) {
          if (!(error instanceof ScriptRunnerError)) throw error;
          throw new ScriptRunnerError(error.code, await positions.translate(error.message));
        } finally {
          spare.prepare();
        }
      },
    });
    scripts.set(key, { announcement, supervisor, positions });
  }

  function makeRoom(): boolean {
    const statuses = [...scripts].map(([key, { supervisor }]) => ({ key, ...supervisor.status() }));
    const count = statuses.reduce(
      (sum, { sandboxes, state }) => sum + sandboxes.length + (state === "starting" ? 1 : 0),
      0,
    );
    const isFull = memoryBytes > limits.maxTotalBytes;
    if (count < limits.maxSandboxes && !isFull) return true;
    const evicted = chooseEvicted(statuses.filter(({ sandboxes }) => sandboxes.length > 0));
    if (evicted === undefined) return false;
    void scripts.get(evicted)?.supervisor.drain();
    return true;
  }

  // Stops idle scripts; the next request restarts them.
  const idleTimer = setInterval(
    () => {
      const before = performance.now() - limits.idleMilliseconds;
      for (const { supervisor } of scripts.values()) {
        const { sandboxes, isBusy, lastUsedAt } = supervisor.status();
        if (sandboxes.length > 0 && !isBusy && lastUsedAt < before) void supervisor.drain();
      }
    },
    Math.min(10_000, limits.idleMilliseconds / 2),
  );

  // Total memory is only checked at intervals. In between, each sandbox's own limit bounds its growth.
  async function checkMemory(): Promise<void> {
    const candidates = await Promise.all(
      [...scripts].map(async ([key, { supervisor }]) => {
        const { sandboxes, isBusy, lastUsedAt } = supervisor.status();
        const sizes = await Promise.all(
          sandboxes.map(
            async ({ pid, residentBytes }) => (await readProportionalBytes(pid)) ?? residentBytes(),
          ),
        );
        return { key, isBusy, lastUsedAt, bytes: sizes.reduce((sum, size) => sum + size, 0) };
      }),
    );
    memoryBytes = candidates.reduce((sum, { bytes }) => sum + bytes, 0);
    const running = candidates.filter(({ bytes }) => bytes > 0);
    const { drained, killed } = evictForMemory(running, limits.maxTotalBytes);
    memoryEvictions += drained.length + (killed === undefined ? 0 : 1);
    const reason = "it used the most memory while all scripts together were over their limit";
    await Promise.all([
      ...drained.map((key) => scripts.get(key)?.supervisor.drain()),
      killed === undefined ? undefined : scripts.get(killed)?.supervisor.evict(reason),
    ]);
  }

  let isChecking = false;
  const memoryTimer = setInterval(() => {
    if (isChecking) return;
    isChecking = true;
    void checkMemory().finally(() => {
      isChecking = false;
    });
  }, memoryCheckMilliseconds);

  async function retire(retirement: Retirement): Promise<void> {
    const retired = [...scripts].filter(([, { announcement }]) => isRetired(announcement, retirement));
    const error = new ScriptRunnerError("script_unknown", "The script was retired.");
    await Promise.all(
      retired.map(async ([key, { supervisor, positions }]) => {
        scripts.delete(key);
        await (retirement.immediately ? supervisor.kill(error) : supervisor.end(error));
        positions.close();
      }),
    );
  }

  spare.prepare();
  return {
    capabilities,
    announce,
    find: (key) => scripts.get(key)?.supervisor,
    status: () => [...scripts.values()].map(describe),
    memory: () => ({ memoryBytes, memoryEvictions }),
    retire,
    close: async () => {
      clearInterval(idleTimer);
      clearInterval(memoryTimer);
      const closed = new ScriptRunnerError("runner_closed", "The script runner was closed.");
      await Promise.all([
        spare.close(),
        ...[...scripts.values()].map(({ supervisor }) => supervisor.end(closed)),
      ]);
    },
  };
}

function describe({
  announcement: { integration, version, organization },
  supervisor,
}: Script): ScriptStatus {
  const { state, sandboxes, failures } = supervisor.status();
  return {
    integration,
    version,
    organization,
    state,
    failures,
    sandboxes: sandboxes.map((sandbox) => ({
      processId: sandbox.pid,
      residentBytes: sandbox.residentBytes(),
      requestsInFlight: sandbox.inFlight(),
      droppedLogLines: sandbox.droppedLogLines(),
    })),
  };
}
