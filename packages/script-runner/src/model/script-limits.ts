const kibibyte = 1024;
const mebibyte = 1024 * kibibyte;

/** What a script may use. Every number is for one sandbox, which is the process of one integration version, unless it says otherwise. */
export interface ScriptLimits {
  /** Sandboxes that run at the same time, of all integrations together. The least recently used one makes room. */
  readonly maxSandboxes: number;
  /** Memory of all sandboxes together: the sum of their proportional set sizes. The least recently used ones make room. */
  readonly maxTotalBytes: number;
  /** How long a sandbox without requests is kept. */
  readonly idleMilliseconds: number;
  /** How long a sandbox that is being replaced may go on with what it has begun. */
  readonly drainMilliseconds: number;
  /** Processor time until the script is ready for requests. */
  readonly startCpuMilliseconds: number;
  /** Time on the wall until the script is ready for requests. */
  readonly startMilliseconds: number;
  /** Waits before a sandbox that ended is started again: the first after one failure, and so on; the last one repeats. */
  readonly restartDelaysMilliseconds: readonly number[];
  /** Processor time without a sign of life after which new requests wait. */
  readonly gateCpuMilliseconds: number;
  /** Processor time without a sign of life after which a second sandbox is started in its place. */
  readonly standInCpuMilliseconds: number;
  /** Processor time without a sign of life after which the sandbox is killed. */
  readonly killCpuMilliseconds: number;
  /** Processor time the sandbox may use in the long run, as a share of one core. */
  readonly cpuShare: number;
  /** Processor time the sandbox may use beyond its share in a burst. When it is used up the sandbox gets one request at a time. */
  readonly cpuBurstMilliseconds: number;
  /** JavaScript heap. */
  readonly maxHeapBytes: number;
  /** Memory beside an idle sandbox's: buffers, WebAssembly, heap. The kernel refuses more. Linux only. */
  readonly maxDataBytes: number;
  /** Resident memory at which the sandbox is killed. */
  readonly maxResidentBytes: number;
  /** Requests the sandbox handles at the same time; the others wait. */
  readonly maxConcurrency: number;
  /** Requests that may wait for the sandbox. */
  readonly maxWaiting: number;
  /** Outgoing requests of one request that the script handles, with its work after the response; those over it throw. */
  readonly maxSubrequests: number;
  /** Outgoing requests at the same time; the others wait. */
  readonly maxEgressConcurrency: number;
  /** Outgoing requests a second; those over it are refused with 429. */
  readonly egressRequestsPerSecond: number;
  /** Connections to the egress guard. */
  readonly maxEgressConnections: number;
  /** Bytes of one outgoing request and of its response, each. */
  readonly maxEgressBytes: number;
  /** How long an outgoing request may take. */
  readonly egressTimeoutMilliseconds: number;
  /** Log bytes a second in the long run; what is over it is dropped and counted. */
  readonly logBytesPerSecond: number;
  /** Log bytes in a burst. */
  readonly logBurstBytes: number;
  /** Bytes of one log line; the rest of it is cut off. */
  readonly maxLogLineBytes: number;
  /** How long a sandbox may go on writing more than its share before it is killed. */
  readonly logFloodMilliseconds: number;
}

/** The limits that hold unless others are given. */
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
