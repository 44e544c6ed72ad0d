import { PlatformError } from "@plugboard/platform";
import { APIError } from "better-auth/api";

/** Throws the HTTP error for a platform error. */
export function refuse(error: unknown): never {
  if (error instanceof PlatformError && error.code === "not_found")
    throw new APIError("NOT_FOUND", { code: "LINK_USED", message: error.message });
  if (error instanceof PlatformError && error.code === "conflict")
    throw new APIError("CONFLICT", { code: "CONFLICT", message: error.message });
  throw error;
}
