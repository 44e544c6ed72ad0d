import { PlatformError } from "@plugboard/platform";
import { APIError } from "better-auth/api";

/** Says to whoever asked what the platform refused. */
export function refuse(error: unknown): never {
  if (error instanceof PlatformError && error.code === "not_found") throw invitationIsGone();
  if (error instanceof PlatformError && error.code === "conflict")
    throw new APIError("CONFLICT", { code: "CONFLICT", message: error.message });
  throw error;
}

/** The refusal of an invitation that nobody can accept any more. */
export function invitationIsGone(): APIError {
  return new APIError("NOT_FOUND", {
    code: "LINK_USED",
    message: "This invitation was accepted, withdrawn, or is too old. Ask for a new one.",
  });
}
