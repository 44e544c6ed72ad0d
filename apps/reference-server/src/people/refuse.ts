import { PlatformError } from "@plugboard/platform";
import { APIError } from "better-auth/api";

/** Throws the HTTP error for a platform error. */
export function refuse(error: unknown): never {
  if (error instanceof PlatformError && error.code === "not_found") throw invitationUnavailable();
  if (error instanceof PlatformError && error.code === "conflict")
    throw new APIError("CONFLICT", { code: "CONFLICT", message: error.message });
  throw error;
}

/** Returns the error for an invitation that can no longer be accepted. */
export function invitationUnavailable(): APIError {
  return new APIError("NOT_FOUND", {
    code: "LINK_USED",
    message: "This invitation has expired, or was already used or revoked. Ask for a new one.",
  });
}
