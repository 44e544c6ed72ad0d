import { PlatformError } from "./platform-error.ts";

/** Returns the error for an invalid product definition. */
export function invalidDefinition(message: string): PlatformError {
  return new PlatformError("invalid_definition", message);
}
