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
    "See with `plugboard whoami` who you are, and ask an owner of the organization for the right to do it.",
  support_access_required: 'Run `plugboard request-access <organization> --reason "…"`, and try again.',
  second_factor_required: "Set it up in the console, under your account, and try again.",
  network: "Is the server running, and is its URL right? `plugboard whoami` shows which one it is.",
  bad_response: "Is this the origin of a Plugboard server? `plugboard whoami` shows which one it is.",
  precondition_failed: "Look at what is there now with `plugboard versions`, and try again.",
};

/** What failed, in words for its user; `undefined` for what nobody foresaw. */
export function explainError(error: unknown): CliError | undefined {
  if (error instanceof CliError) return error;
  if (error instanceof ApiError) {
    const { code, problems } = error;
    // What broke lies below what says that it broke.
    const message =
      code === "network" ? `The server does not respond: ${rootOf(error).message}` : error.message;
    return new CliError(codes[code] ?? "refused", message, { problems, next: nextSteps[code], cause: error });
  }
  // By its name: the class would bring the rules of manifests along, for errors that have nothing to do with them.
  if (error instanceof Error && error.name === "ManifestError") {
    return new CliError("invalid_project", error.message, { cause: error });
  }
  return undefined;
}

function rootOf(error: Error): Error {
  return error.cause instanceof Error && error.cause.message !== "" ? rootOf(error.cause) : error;
}
