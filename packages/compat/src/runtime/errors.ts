import { IntegrationError } from "@plugboard/runtime";

/** An error whose message the person at the screen may read; `code` is the HTTP status of the response. */
export class ExposableError extends Error {
  override readonly name = "ExposableError";
  readonly code: number;

  constructor(message: string, code = 400) {
    super(message);
    this.code = code;
  }
}

/** Runs a handler, and says what it throws in this platform's own errors. */
export async function translateErrors<Result>(run: () => Result | Promise<Result>): Promise<Result> {
  try {
    return await run();
  } catch (error) {
    if (error instanceof ExposableError) throw new IntegrationError(error.message, error.code);
    throw error;
  }
}
