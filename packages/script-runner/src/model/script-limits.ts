const kibibyte = 1024;
const mebibyte = 1024 * kibibyte;

/**
 * The limits of scripts. Each applies to one sandbox (the process of one integration version in one
 * organization) unless stated otherwise.
 */
export interface ScriptLimits {
  /** The maximum number of running sandboxes of all integrations. The least recently used one is evicted. */
  readonly maxSandboxes: number;
  /**
   * The total memory of all sandboxes (sum of their proportional set sizes). The least recently used ones are
   * evicted.
   */
  readonly maxTotalBytes: number;
  /** The lifetime of an idle sandbox (ms). */
  readonly idleMilliseconds: number;
  /** The time for a replaced sandbox to finish its work in progress (ms). */
  readonly drainMilliseconds: number;
  /** The CPU time until the script is ready for requests (ms). */
  readonly startCpuMilliseconds: number;
  /** The wall-clock time until the script is ready for requests (ms). */
  readonly startMilliseconds: number;
  /**
   * Delays before a failed sandbox is restarted: the first after one failure, and so on. The last one
   * repeats.
   */
  readonly restartDelaysMilliseconds: readonly number[];
  /** The CPU time without a sign of life after which new requests wait (ms). */
  readonly gateCpuMilliseconds: number;
  /** The CPU time without a sign of life after which a second sandbox takes over new requests (ms). */
  readonly standInCpuMilliseconds: number;
  /** The CPU time without a sign of life after which the sandbox is killed (ms). */
  readonly killCpuMilliseconds: number;
  /** The long-term CPU share, as a fraction of one core. */
  readonly cpuShare: number;
  /**
   * The CPU time available in a burst beyond the share (ms). Afterwards the sandbox handles one request at a
   * time.
   */
  readonly cpuBurstMilliseconds: number;
  /** The maximum JavaScript heap. */
  readonly maxHeapBytes: number;
  /**
   * The maximum memory beyond that of an idle sandbox: buffers, WebAssembly, heap. Enforced by the kernel, on
   * Linux only.
   */
  readonly maxDataBytes: number;
  /** The resident memory at which the sandbox is killed. */
  readonly maxResidentBytes: number;
  /** The maximum number of concurrent requests to the sandbox. Others wait. */
  readonly maxConcurrency: number;
  /** The maximum number of waiting requests. */
  readonly maxWaiting: number;
  /**
   * The maximum number of outgoing requests per handled request, including its background work. Further ones
   * throw.
   */
  readonly maxSubrequests: number;
  /** The maximum number of concurrent outgoing requests. Others wait. */
  readonly maxEgressConcurrency: number;
  /** The maximum rate of outgoing requests. Others get a 429. */
  readonly egressRequestsPerSecond: number;
  /** The maximum number of connections to the egress guard. */
  readonly maxEgressConnections: number;
  /** The maximum size of an outgoing request, and of its response. */
  readonly maxEgressBytes: number;
  /** The timeout of an outgoing request (ms). */
  readonly egressTimeoutMilliseconds: number;
  /** The long-term rate of log output. Output over it is dropped and counted. */
  readonly logBytesPerSecond: number;
  /** The log output available in a burst. */
  readonly logBurstBytes: number;
  /** The maximum size of a log line. The rest is truncated. */
  readonly maxLogLineBytes: number;
  /** The time that a sandbox can exceed its log rate before it is killed (ms). */
  readonly logFloodMilliseconds: number;
}

/** The default limits. */
export const defaultScriptLimits: ScriptLimits = {
  maxSandboxes: 64,
  maxTotalBytes: 2048 * mebibyte,
  idleMilliseconds: 5 * 60_000,
  drainMilliseconds: 30_000,
  startCpuMilliseconds: 1_500,
  startMilliseconds: 30_000,
  restartDelaysMilliseconds: [0, 250, 1_000, 5_000, 30_000, 60_000],
  gateCpuMilliseconds: 20,
  standInCpuMilliseconds: 100,
  killCpuMilliseconds: 500,
  cpuShare: 0.5,
  cpuBurstMilliseconds: 10_000,
  maxHeapBytes: 128 * mebibyte,
  maxDataBytes: 256 * mebibyte,
  maxResidentBytes: 512 * mebibyte,
  maxConcurrency: 32,
  maxWaiting: 512,
  maxSubrequests: 500,
  maxEgressConcurrency: 32,
  egressRequestsPerSecond: 100,
  maxEgressConnections: 512,
  maxEgressBytes: 32 * mebibyte,
  egressTimeoutMilliseconds: 30_000,
  logBytesPerSecond: 64 * kibibyte,
  logBurstBytes: mebibyte,
  maxLogLineBytes: 16 * kibibyte,
  logFloodMilliseconds: 30_000,
};
