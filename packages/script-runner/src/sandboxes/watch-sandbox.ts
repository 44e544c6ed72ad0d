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

/** Ends a sandbox at once. The first reason is the one that counts. */
export type Kill = (reason: string, isFailure?: boolean) => void;

/** Looks at a sandbox again and again, and ends it when it goes over a limit. */
export interface Watchdog {
  /** It has something to do, and had nothing before. */
  readonly onBusy: () => void;
  readonly residentBytes: () => number;
  readonly stop: () => void;
}

const busyLookMilliseconds = 25;
const idleLookMilliseconds = 1_000;
// An idle sandbox that uses this much between two looks does something after its responses.
const busyCpuMilliseconds = 20;

/** Watches a sandbox. What it uses is counted from its last sign of life: the response to a ping, or a request it began with. */
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
  /** Whether it has begun with a request since this was asked the last time. */
  readonly hasBegun: () => boolean;
  /** Whether it has requests. */
  readonly isBusy: () => boolean;
  /** Resolves when the sandbox has responded, or cannot any more. */
  readonly ping: () => Promise<void>;
  readonly kill: Kill;
  readonly onVerdict: (verdict: SandboxVerdict) => void;
}): Watchdog {
  let health: SandboxHealth | undefined;
  let isPinged = false;
  let residentBytes = 0;
  let isStopped = false;
  let timer: NodeJS.Timeout | undefined;
  let isLooking = false;
  let nextLookAt = Number.POSITIVE_INFINITY;

  async function look(): Promise<void> {
    if (isLooking || isStopped) return;
    isLooking = true;
    nextLookAt = Number.POSITIVE_INFINITY;
    const usage = await readProcessUsage(pid);
    isLooking = false;
    if (isStopped) return;
    if (usage === undefined) return lookWithin(idleLookMilliseconds);
    const sample = { ...usage, at: performance.now(), hasBegun: hasBegun() };
    const judged = judgeSandbox(health ?? freshHealth(sample, limits), sample, limits);
    const used = sample.cpuMilliseconds - (health ?? sample).cpuMilliseconds;
    health = judged.health;
    residentBytes = usage.residentBytes;
    if (judged.verdict.phase === "kill") kill(judged.verdict.reason ?? "it went over a limit");
    onVerdict(judged.verdict);
    const hasWork = isBusy() || isPinged || used >= busyCpuMilliseconds;
    if (hasWork && !isPinged) void pingOnce(health);
    lookWithin(hasWork ? busyLookMilliseconds : idleLookMilliseconds);
  }

  function lookWithin(milliseconds: number): void {
    const at = performance.now() + milliseconds;
    if (isStopped || isLooking || nextLookAt <= at) return;
    clearTimeout(timer);
    nextLookAt = at;
    timer = setTimeout(() => void look(), milliseconds);
  }

  async function pingOnce(before: SandboxHealth): Promise<void> {
    isPinged = true;
    health = { ...before, silentSinceCpu: before.cpuMilliseconds };
    await ping();
    // Whatever came back shows that the script lets other work have its turn.
    if (isStopped) return;
    isPinged = false;
    health = { ...health, silentSinceCpu: undefined };
    onVerdict({ phase: "responsive", isThrottled: health.cpuLeft <= 0 });
  }

  void look();
  return {
    onBusy: () => lookWithin(busyLookMilliseconds),
    residentBytes: () => residentBytes,
    stop: () => {
      isStopped = true;
      clearTimeout(timer);
    },
  };
}

/** The control entry point of a sandbox. */
export interface SandboxControl {
  /** `/drain` responds when the work after responses is done. Resolves in any case: a script can break its entry point. */
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
        // What ended the connection is reported where the sandbox's end is.
      }
    },
    destroy: (error) => pool.destroy(error),
  };
}
