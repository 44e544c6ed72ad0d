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
