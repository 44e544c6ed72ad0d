import { ApiError } from "@plugboard/api/client";

/** Returns an error's message for the page, with the problem of each field. */
export function messageOf(error: unknown): string {
  if (error instanceof ApiError) {
    const problems = error.problems.map(({ path, message }) => `${path}: ${message}`);
    // An error with a single problem can have the same text as its message.
    return [...new Set([error.message, ...problems])].join("\n");
  }
  return error instanceof Error ? error.message : String(error);
}
