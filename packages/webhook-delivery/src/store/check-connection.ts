import { DeliveryError } from "../errors/delivery-error.ts";

/** The connections of each store, by the method that they have. */
const connections = {
  prepare: "a DatabaseSync of node:sqlite or a connection adapted with fromBetterSqlite3",
  connect: "a Pool of the package pg",
};

/**
 * Checks that a caller without types passed a connection rather than, for example, the name of a file.
 *
 * @throws {DeliveryError} `invalid_option`
 */
export function checkConnection(database: unknown, ...methods: readonly (keyof typeof connections)[]): void {
  if (methods.some((method) => hasMethod(database, method))) return;
  const found =
    typeof database === "object" && database !== null
      ? `an object without ${methods.map((method) => `\`${method}\``).join(" and ")}`
      : typeof database === "string"
        ? "a string"
        : String(database);
  const expected = methods.map((method) => connections[method]).join(", or ");
  throw new DeliveryError(
    "invalid_option",
    `The database is not a connection. It is ${found}; pass ${expected}`,
    {
      part: "database",
    },
  );
}

function hasMethod(value: unknown, method: string): boolean {
  return typeof value === "object" && value !== null && typeof Reflect.get(value, method) === "function";
}
