import { ApiError } from "@plugboard/api/client";
import { CliError, type CliErrorCode } from "../terminal/cli-error.ts";

const codes: Readonly<Record<string, CliErrorCode>> = {
  unauthorized: "unauthorized",
  forbidden: "unauthorized",
  support_access_required: "unauthorized",
  second_factor_required: "unauthorized",
  no_token: "unauthorized",
  not_found: "not_found",
  invalid_parameter: "usage",
  network: "unreachable",
  timeout: "unreachable",
  unavailable: "unreachable",
  bad_response: "unreachable",
  aborted: "interrupted",
  invalid_manifest: "invalid_project",
};

const nextSteps: Readonly<Record<string, string>> = {
  unauthorized: "Sign in again with `plugboard login`.",
  forbidden:
    "Check your account with `plugboard whoami`, and ask an owner of the organization for permission.",
  support_access_required: 'Run `plugboard request-access <organization> --reason "…"` and try again.',
  second_factor_required: "Set it up in the console under your account, and try again.",
  network: "Check that the server is running and its URL is correct. `plugboard whoami` prints the URL.",
  bad_response: "Check that this is the origin of a Plugboard server. `plugboard whoami` prints it.",
  precondition_failed: "Check the current version with `plugboard versions`, and try again.",
};

/** Converts an error to one with advice for the user; `undefined` for unexpected errors. */
export function explainError(error: unknown): CliError | undefined {
  if (error instanceof CliError) return error;
  if (error instanceof ApiError) {
    const { code, problems } = error;
    // The root cause is more specific.
    const message =
      code === "network" ? `The server does not respond: ${rootOf(error).message}` : error.message;
    return new CliError(codes[code] ?? "refused", message, { problems, next: nextSteps[code], cause: error });
  }
  // Compared by name: importing the class would load the manifest rules for every error.
  if (error instanceof Error && error.name === "ManifestError") {
    return new CliError("invalid_project", error.message, { cause: error });
  }
  return undefined;
}

function rootOf(error: Error): Error {
  return error.cause instanceof Error && error.cause.message !== "" ? rootOf(error.cause) : error;
}
