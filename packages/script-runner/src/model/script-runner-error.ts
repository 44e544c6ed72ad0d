/** The `code` of a `ScriptRunnerError`. */
export type ScriptRunnerErrorCode =
  /** The script can't run: a syntax error, an error at the top level, or a start that took too long. */
  | "script_refused"
  /** The script's process exceeded a limit or exited on its own during the request. */
  | "script_stopped"
  /** The script was retired while the request waited. */
  | "script_unknown"
  /** The script is waiting for its restart after failures, or has too many waiting requests. */
  | "script_unavailable"
  /** The runner process can't be started. */
  | "runner_unavailable"
  /** The runner process ended during the request. This isn't the script's fault. */
  | "runner_lost"
  /** An option is invalid. */
  | "invalid_option"
  /** The hash of the loaded bundle isn't the requested one. */
  | "wrong_hash"
  /** The runner is closed. */
  | "runner_closed";

/** Thrown by the script runner. The message names the script and says what to do. */
export class ScriptRunnerError extends Error {
  override readonly name = "ScriptRunnerError";
  readonly code: ScriptRunnerErrorCode;

  constructor(code: ScriptRunnerErrorCode, message: string) {
    super(message);
    this.code = code;
  }
}
