import { ApiError } from "@plugboard/api/client";

/** Returns the message of an error for the page, with the problem of each field. */
export function messageOf(error: unknown): string {
  if (error instanceof ApiError && error.problems.length > 0)
    return [error.message, ...error.problems.map(({ path, message }) => `${path}: ${message}`)].join("\n");
  return error instanceof Error ? error.message : String(error);
}
