/** The state of a script. */
export interface ScriptStatus {
  readonly integration: string;
  readonly version: number;
  readonly organization: string;
  readonly state: "stopped" | "starting" | "running" | "stuck" | "waiting_to_restart";
  /** The script's processes: usually one, two during a replacement. */
  readonly sandboxes: readonly {
    readonly processId: number;
    readonly residentBytes: number;
    readonly requestsInFlight: number;
    /** The number of log lines dropped over the limit. */
    readonly droppedLogLines: number;
  }[];
  /** The number of recent failures in a row. */
  readonly failures: number;
}

/** The state of the runner process and its scripts. */
export interface RunnerStatus {
  /** `undefined` if the process isn't running. */
  readonly processId?: number | undefined;
  /** The memory of all sandboxes at the last measurement. */
  readonly memoryBytes: number;
  /** The number of scripts evicted for memory since the process started. */
  readonly memoryEvictions: number;
  /** The scripts called since the process started. */
  readonly scripts: readonly ScriptStatus[];
}
