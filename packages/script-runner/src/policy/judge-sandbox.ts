/** The watchdog's state of a sandbox. */
export interface SandboxHealth {
  /**
   * The sandbox's CPU time at its last sign of life since the pending ping, or when that ping was sent.
   * `undefined` if no ping is pending.
   */
  readonly silentSinceCpu: number | undefined;
  /** The CPU time at the last sample. */
  readonly cpuMilliseconds: number;
  /** The remaining burst of CPU time; negative if overdrawn. */
  readonly cpuLeft: number;
  readonly lookedAt: number;
}

/** A sample of a sandbox's resource usage. */
export interface SandboxUsage {
  /** The time of the sample, on any monotonic clock (ms). */
  readonly at: number;
  /** The CPU time of the process since its start. */
  readonly cpuMilliseconds: number;
  readonly residentBytes: number;
  /** Whether the script has started a request since the last sample. A stuck script starts none. */
  readonly hasBegun: boolean;
}

/** The watchdog's decision on a sandbox. */
export interface SandboxVerdict {
  readonly phase: "responsive" | "gated" | "stand_in" | "kill";
  /** Whether the sandbox is limited to one request at a time. */
  readonly isThrottled: boolean;
  /** The reason to kill the sandbox. */
  readonly reason?: string;
}

/** The limits of a sandbox; see `ScriptLimits`. */
export interface WatchdogLimits {
  readonly gateCpuMilliseconds: number;
  readonly standInCpuMilliseconds: number;
  readonly killCpuMilliseconds: number;
  readonly cpuShare: number;
  readonly cpuBurstMilliseconds: number;
  readonly maxResidentBytes: number;
}

// A throttled sandbox that overdraws its burst by this fraction won't stop on its own.
const overdraft = 0.5;

/** Returns the initial health of a sandbox. */
export function freshHealth(usage: SandboxUsage, limits: WatchdogLimits): SandboxHealth {
  return {
    silentSinceCpu: undefined,
    cpuMilliseconds: usage.cpuMilliseconds,
    cpuLeft: limits.cpuBurstMilliseconds,
    lookedAt: usage.at,
  };
}

/**
 * Judges a sandbox by one sample. It counts the CPU time since the last sign of life instead of wall-clock
 * time, because a sandbox that gets no CPU on a loaded machine isn't at fault. The start of a request counts
 * as a sign of life, because a series of requests that use the CPU also delays a ping.
 */
export function judgeSandbox(
  health: SandboxHealth,
  usage: SandboxUsage,
  limits: WatchdogLimits,
): { readonly health: SandboxHealth; readonly verdict: SandboxVerdict } {
  const used = usage.cpuMilliseconds - health.cpuMilliseconds;
  const refill = (usage.at - health.lookedAt) * limits.cpuShare;
  const next: SandboxHealth = {
    silentSinceCpu:
      health.silentSinceCpu !== undefined && usage.hasBegun ? usage.cpuMilliseconds : health.silentSinceCpu,
    cpuMilliseconds: usage.cpuMilliseconds,
    cpuLeft: Math.min(limits.cpuBurstMilliseconds, health.cpuLeft + refill - used),
    lookedAt: usage.at,
  };
  return { health: next, verdict: verdictOf(next, usage, limits) };
}

function verdictOf(health: SandboxHealth, usage: SandboxUsage, limits: WatchdogLimits): SandboxVerdict {
  const { silentSinceCpu, cpuMilliseconds, cpuLeft } = health;
  const silence = silentSinceCpu === undefined ? 0 : cpuMilliseconds - silentSinceCpu;
  const isThrottled = cpuLeft <= 0;
  const kill = (reason: string): SandboxVerdict => ({ phase: "kill", isThrottled, reason });
  if (usage.residentBytes > limits.maxResidentBytes) {
    return kill(
      `it used ${toMebibytes(usage.residentBytes)} of memory; the limit is ${toMebibytes(limits.maxResidentBytes)}`,
    );
  }
  if (silence >= limits.killCpuMilliseconds) {
    return kill(`it computed for ${limits.killCpuMilliseconds} ms without yielding`);
  }
  if (cpuLeft <= -overdraft * limits.cpuBurstMilliseconds) {
    return kill(`it kept using more than ${limits.cpuShare} of a CPU core`);
  }
  if (silence >= limits.standInCpuMilliseconds) return { phase: "stand_in", isThrottled };
  return { phase: silence >= limits.gateCpuMilliseconds ? "gated" : "responsive", isThrottled };
}

function toMebibytes(bytes: number): string {
  return `${Math.round(bytes / 1024 / 1024)} MiB`;
}
