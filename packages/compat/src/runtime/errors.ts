import { IntegrationError } from "@plugboard/runtime";

/** An error with a message for the user; `code` is the HTTP status of the response. */
export class ExposableError extends Error {
  override readonly name = "ExposableError";
  readonly code: number;

  constructor(message: string, code = 400) {
    super(message);
    this.code = code;
  }
}

/** Runs a handler and converts each `ExposableError` to an `IntegrationError`. */
export async function translateErrors<Result>(run: () => Result | Promise<Result>): Promise<Result> {
  try {
    return await run();
  } catch (error) {
    if (error instanceof ExposableError) throw new IntegrationError(error.message, error.code);
    throw error;
  }
}
