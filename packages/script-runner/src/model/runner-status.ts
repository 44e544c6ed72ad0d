/** A script as the runner sees it. */
export interface ScriptStatus {
  readonly integration: string;
  readonly version: number;
  readonly organization: string;
  readonly state: "stopped" | "starting" | "running" | "stuck" | "waiting_to_restart";
  /** The processes it has: usually one, two while one takes the place of another. */
  readonly sandboxes: readonly {
    readonly processId: number;
    readonly residentBytes: number;
    readonly requestsInFlight: number;
    /** Log lines that were over the limit. */
    readonly droppedLogLines: number;
  }[];
  /** How often its process failed lately. */
  readonly failures: number;
}

/** The runner's process and what it runs. */
export interface RunnerStatus {
  /** Absent while it is not started. */
  readonly processId?: number | undefined;
  /** Memory of all sandboxes together, at the last look. */
  readonly memoryBytes: number;
  /** Scripts ended since the start because all together held too much memory. */
  readonly memoryEvictions: number;
  /** The scripts that were called since it was started. */
  readonly scripts: readonly ScriptStatus[];
}
