/** What the watchdog remembers of a sandbox. */
export interface SandboxHealth {
  /**
   * Processor time of the sandbox at its last sign of life since the open ping, or when that ping was sent. Absent while no ping
   * is open.
   */
  readonly silentSinceCpu: number | undefined;
  /** Processor time at the last look. */
  readonly cpuMilliseconds: number;
  /** Processor time that is left of the burst; below zero it is overdrawn. */
  readonly cpuLeft: number;
  readonly lookedAt: number;
}

/** One look at a sandbox. */
export interface SandboxUsage {
  /** When it was taken, in milliseconds of any steady clock. */
  readonly at: number;
  /** Processor time of the process since its start. */
  readonly cpuMilliseconds: number;
  readonly residentBytes: number;
  /** Whether the script has begun with a request since the look before: one that is stuck begins with nothing. */
  readonly hasBegun: boolean;
}

/** What becomes of a sandbox: how far its silence went, and how many requests it may have at once. */
export interface SandboxVerdict {
  readonly phase: "responsive" | "gated" | "stand_in" | "kill";
  /** Whether only one request at a time may be given to it. */
  readonly isThrottled: boolean;
  /** Why it is to be killed. */
  readonly reason?: string;
}

/** The limits the watchdog holds a sandbox to; see `ScriptLimits`. */
export interface WatchdogLimits {
  readonly gateCpuMilliseconds: number;
  readonly standInCpuMilliseconds: number;
  readonly killCpuMilliseconds: number;
  readonly cpuShare: number;
  readonly cpuBurstMilliseconds: number;
  readonly maxResidentBytes: number;
}

// A throttled sandbox that still uses more than its share by this part of a burst does not stop by itself.
const overdraft = 0.5;

/** The health of a sandbox that was never looked at before. */
export function freshHealth(usage: SandboxUsage, limits: WatchdogLimits): SandboxHealth {
  return {
    silentSinceCpu: undefined,
    cpuMilliseconds: usage.cpuMilliseconds,
    cpuLeft: limits.cpuBurstMilliseconds,
    lookedAt: usage.at,
  };
}

/**
 * Judges a sandbox by one look at it. What counts is the processor time it used since its last sign of life, and not the time on
 * the wall: on a loaded machine a sandbox that gets no processor is not at fault. Many requests that compute one after the other
 * keep a ping waiting too, so the begin of each counts as a sign.
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
      `it used ${toMebibytes(usage.residentBytes)} of memory; ${toMebibytes(limits.maxResidentBytes)} are allowed`,
    );
  }
  if (silence >= limits.killCpuMilliseconds) {
    return kill(`it computed for ${limits.killCpuMilliseconds} ms without a pause`);
  }
  if (cpuLeft <= -overdraft * limits.cpuBurstMilliseconds) {
    return kill(`it went on using more than ${limits.cpuShare} of a processor core`);
  }
  if (silence >= limits.standInCpuMilliseconds) return { phase: "stand_in", isThrottled };
  return { phase: silence >= limits.gateCpuMilliseconds ? "gated" : "responsive", isThrottled };
}

function toMebibytes(bytes: number): string {
  return `${Math.round(bytes / 1024 / 1024)} MiB`;
}
