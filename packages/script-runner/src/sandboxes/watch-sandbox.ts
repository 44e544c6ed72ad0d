import { Pool } from "undici";
import type { ScriptLimits } from "../model/script-limits.ts";
import {
  type SandboxHealth,
  type SandboxVerdict,
  freshHealth,
  judgeSandbox,
} from "../policy/judge-sandbox.ts";
import { sandboxConnections } from "./sandbox-requests.ts";
import { readProcessUsage } from "./process-usage.ts";

/** Ends a sandbox immediately. The first reason is kept. */
export type Kill = (reason: string, isFailure?: boolean) => void;

/** Samples a sandbox periodically and kills it when it exceeds a limit. */
export interface Watchdog {
  /** Call when the sandbox gets work after being idle. */
  readonly onBusy: () => void;
  readonly residentBytes: () => number;
  readonly stop: () => void;
}

const busySampleMilliseconds = 25;
const idleSampleMilliseconds = 1_000;
// An idle sandbox that uses this much between two samples is running background work.
const busyCpuMilliseconds = 20;

/**
 * Watches a sandbox. Its usage is counted from its last sign of life: a response to a ping, or the start of a
 * request.
 */
export function watchSandbox({
  pid,
  limits,
  hasBegun,
  isBusy,
  ping,
  kill,
  onVerdict,
}: {
  readonly pid: number;
  readonly limits: ScriptLimits;
  /** Returns whether it has started a request since the last call. */
  readonly hasBegun: () => boolean;
  /** Returns whether it has requests in flight. */
  readonly isBusy: () => boolean;
  /** Resolves when the sandbox has responded or can't respond anymore. */
  readonly ping: () => Promise<void>;
  readonly kill: Kill;
  readonly onVerdict: (verdict: SandboxVerdict) => void;
}): Watchdog {
  let health: SandboxHealth | undefined;
  let isPinged = false;
  let residentBytes = 0;
  let isStopped = false;
  let timer: NodeJS.Timeout | undefined;
  let isSampling = false;
  let nextSampleAt = Number.POSITIVE_INFINITY;

  async function sample(): Promise<void> {
    if (isSampling || isStopped) return;
    isSampling = true;
    nextSampleAt = Number.POSITIVE_INFINITY;
    const usage = await readProcessUsage(pid);
    isSampling = false;
    if (isStopped) return;
    if (usage === undefined) return sampleWithin(idleSampleMilliseconds);
    const sample = { ...usage, at: performance.now(), hasBegun: hasBegun() };
    const judged = judgeSandbox(health ?? freshHealth(sample, limits), sample, limits);
    const used = sample.cpuMilliseconds - (health ?? sample).cpuMilliseconds;
    health = judged.health;
    residentBytes = usage.residentBytes;
    if (judged.verdict.phase === "kill") kill(judged.verdict.reason ?? "it exceeded a limit");
    onVerdict(judged.verdict);
    const hasWork = isBusy() || isPinged || used >= busyCpuMilliseconds;
    if (hasWork && !isPinged) void pingOnce(health);
    sampleWithin(hasWork ? busySampleMilliseconds : idleSampleMilliseconds);
  }

  function sampleWithin(milliseconds: number): void {
    const at = performance.now() + milliseconds;
    if (isStopped || isSampling || nextSampleAt <= at) return;
    clearTimeout(timer);
    nextSampleAt = at;
    timer = setTimeout(() => void sample(), milliseconds);
  }

  async function pingOnce(before: SandboxHealth): Promise<void> {
    isPinged = true;
    health = { ...before, silentSinceCpu: before.cpuMilliseconds };
    await ping();
    // Any response shows that the script yields to other work.
    if (isStopped) return;
    isPinged = false;
    health = { ...health, silentSinceCpu: undefined };
    onVerdict({ phase: "responsive", isThrottled: health.cpuLeft <= 0 });
  }

  void sample();
  return {
    onBusy: () => sampleWithin(busySampleMilliseconds),
    residentBytes: () => residentBytes,
    stop: () => {
      isStopped = true;
      clearTimeout(timer);
    },
  };
}

/** The control entry point of a sandbox. */
export interface SandboxControl {
  /**
   * `/drain` responds when the background work is done. Always resolves, because a script can break its entry
   * point.
   */
  readonly ask: (path: "/ping" | "/drain") => Promise<void>;
  readonly destroy: (error: Error) => Promise<void>;
}

/** Opens a sandbox's control entry point. */
export function openSandboxControl(socketPath: string): SandboxControl {
  const pool = new Pool("http://control", { ...sandboxConnections, socketPath, connections: 2 });
  return {
    ask: async (path) => {
      try {
        const { body } = await pool.request({ path, method: "GET" });
        await body.dump();
      } catch {
        // A lost connection is reported with the end of the sandbox.
      }
    },
    destroy: (error) => pool.destroy(error),
  };
}
