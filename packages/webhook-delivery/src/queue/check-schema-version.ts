import { DeliveryError } from "../errors/delivery-error.ts";

/** Throws `DeliveryError` (`schema_too_new`) when tables are of a version that this package does not know. */
export function checkSchemaVersion(current: number, newest: number): void {
  if (current <= newest) return;
  throw new DeliveryError(
    "schema_too_new",
    `the tables are at version ${current}, this package knows ${newest}; upgrade the package`,
  );
}
