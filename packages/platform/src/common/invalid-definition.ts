import { PlatformError } from "./platform-error.ts";

/** Returns the error for a wrong declaration of a product. */
export function invalidDefinition(message: string): PlatformError {
  return new PlatformError("invalid_definition", message);
}
