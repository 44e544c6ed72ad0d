/** What a command ends with besides 0; each failure has one of these. */
export const exitCodes = {
  /** A fault of the command line itself, or one that it cannot explain. */
  failed: 1,
  /** A command, an option or an argument is wrong. */
  usage: 2,
  /** The manifest or the code of the integration is wrong. */
  invalid_project: 3,
  /** Nobody is signed in, or who is may not do this. */
  unauthorized: 4,
  /** Something that was named does not exist. */
  not_found: 5,
  /** The server refused what it was asked for. */
  refused: 6,
  /** The server cannot be reached, or is unable right now. */
  unreachable: 7,
  /** It was ended by Ctrl-C. */
  interrupted: 130,
} as const;

/** What kind of failure a {@link CliError} is; `exitCodes` has the exit code of each. */
export type CliErrorCode = keyof typeof exitCodes;

/** More about a {@link CliError}. */
export interface CliErrorDetails {
  /** What to do now: a command to run, or a sentence. */
  readonly next?: string | undefined;
  /** The parts of the input that were wrong. */
  readonly problems?: readonly { readonly path: string; readonly message: string }[] | undefined;
  readonly cause?: unknown;
}

/** A command failed, for a reason its user can do something about. */
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
