/** What went wrong with a script, or with what runs it. */
export type ScriptRunnerErrorCode =
  /** The script cannot run at all: a syntax error, something thrown at its top level, or too long a start. */
  | "script_refused"
  /** The script's process was stopped because it went over a limit, or ended by itself, while it handled the request. */
  | "script_stopped"
  /** The runner does not know the script any more: it was retired while the request waited. */
  | "script_unknown"
  /** The script waits to be started again after failures, or has too many requests waiting. */
  | "script_unavailable"
  /** The process that runs scripts cannot be started. */
  | "runner_unavailable"
  /** The process that runs scripts was lost during the request. That says nothing about the script. */
  | "runner_lost"
  /** An option of the runner has a value it can't have. */
  | "invalid_option"
  /** The loaded bundle has another hash than the one that was asked for. */
  | "wrong_hash"
  /** The runner was closed. */
  | "runner_closed";

/** An error of the script runner. Its message says which script it is about and what to do. */
export class ScriptRunnerError extends Error {
  override readonly name = "ScriptRunnerError";
  readonly code: ScriptRunnerErrorCode;

  constructor(code: ScriptRunnerErrorCode, message: string) {
    super(message);
    this.code = code;
  }
}
