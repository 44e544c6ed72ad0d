/** The exit codes of failures; success is 0. */
export const exitCodes = {
  /** An internal error of the command line. */
  failed: 1,
  /** Invalid command, option or argument. */
  usage: 2,
  /** The integration's manifest or code is invalid. */
  invalid_project: 3,
  /** Not signed in, or not allowed to do this. */
  unauthorized: 4,
  /** The requested resource does not exist. */
  not_found: 5,
  /** The server rejected the request. */
  refused: 6,
  /** The server is unreachable or temporarily unavailable. */
  unreachable: 7,
  /** Interrupted by Ctrl-C. */
  interrupted: 130,
} as const;

/** The kind of a {@link CliError}; `exitCodes` maps it to an exit code. */
export type CliErrorCode = keyof typeof exitCodes;

/** Details of a {@link CliError}. */
export interface CliErrorDetails {
  /** The next step: a command to run, or a sentence. */
  readonly next?: string | undefined;
  /** The invalid parts of the input. */
  readonly problems?: readonly { readonly path: string; readonly message: string }[] | undefined;
  readonly cause?: unknown;
}

/** A command failure that its user can fix. */
export class CliError extends Error {
  override readonly name = "CliError";
  readonly code: CliErrorCode;
  readonly next: string | undefined;
  readonly problems: readonly { readonly path: string; readonly message: string }[];

  constructor(code: CliErrorCode, message: string, { next, problems = [], cause }: CliErrorDetails = {}) {
    super(message, { cause });
    this.code = code;
    this.next = next;
    this.problems = problems;
  }
}
