import { DeliveryError } from "../errors/delivery-error.ts";

/**
 * Throws `DeliveryError` (`schema_too_new`) if the tables have a newer version than this package supports.
 */
export function checkSchemaVersion(current: number, newest: number): void {
  if (current <= newest) return;
  throw new DeliveryError(
    "schema_too_new",
    `the tables are at version ${current}, but this package supports up to ${newest}; upgrade the package`,
  );
}
