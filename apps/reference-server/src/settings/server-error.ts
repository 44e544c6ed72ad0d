import { PlatformError } from "@plugboard/platform";

/** Why the server could not start or go on. */
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
  | "seal_broken";

/** An operator's error: its message is one line that says what to do. */
export class ServerError extends Error {
  override readonly name = "ServerError";
  readonly code: ServerErrorCode;

  constructor(code: ServerErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

/** Names the variable that a failure of the storage is about; other errors stay as they are. */
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
        `DATABASE_URL: ${error.message} On a machine of your own, PLUGBOARD_DATABASE_SUPERUSER=allow starts all the same.`,
        { cause: error },
      );
    case "seal_broken":
      return new ServerError(
        error.code,
        "PLUGBOARD_DATA_DIR: master.key is not the key that the secrets in the database were sealed with. Put the right one back.",
        { cause: error },
      );
    default:
      return error;
  }
}
