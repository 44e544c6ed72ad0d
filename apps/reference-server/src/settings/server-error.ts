import { PlatformError } from "@plugboard/platform";

/** The reason why the server can't start or continue. */
export type ServerErrorCode =
  | "invalid_variable"
  | "port_in_use"
  | "address_unavailable"
  | "data_unwritable"
  | "data_unreadable"
  | "data_in_use"
  | "data_too_new"
  | "database_unreachable"
  | "policies_bypassed"
  | "decryption_failed";

/** An error for the operator. Its message is one line and says how to fix it. */
export class ServerError extends Error {
  override readonly name = "ServerError";
  readonly code: ServerErrorCode;

  constructor(code: ServerErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

/** Adds the relevant variable to a storage error. Returns other errors unchanged. */
export function toServerError(error: unknown, databaseUrl: string | undefined): unknown {
  if (!(error instanceof PlatformError)) return error;
  switch (error.code) {
    case "data_in_use":
    case "data_too_new":
    case "data_unreadable":
    case "data_unwritable":
    case "database_unreachable": {
      const variable = databaseUrl === undefined ? "PLUGBOARD_DATA_DIR" : "DATABASE_URL";
      return new ServerError(error.code, `${variable}: ${error.message}`, { cause: error });
    }
    case "policies_bypassed":
      return new ServerError(
        error.code,
        `DATABASE_URL: ${error.message} On a local machine, PLUGBOARD_DATABASE_SUPERUSER=allow overrides this.`,
        { cause: error },
      );
    case "decryption_failed":
      return new ServerError(
        error.code,
        "PLUGBOARD_DATA_DIR: master.key does not match the key that encrypted the secrets in the database. Restore the right one.",
        { cause: error },
      );
    default:
      return error;
  }
}
