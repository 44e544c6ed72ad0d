/** Schema names that are short enough for the suffix of the engine's schema. */
export const groupName: RegExp = /^[a-z_][a-z0-9_]{0,22}$/;

/**
 * Returns the schema of the delivery engine's tables. It differs from the platform's, because both have
 * tables with the same names.
 *
 * @example
 * import { deliverySchemaOf } from "@plugboard/platform/postgres";
 *
 * console.log(deliverySchemaOf("public"), deliverySchemaOf("group_1")); // webhooks group_1_webhooks
 */
export function deliverySchemaOf(schema: string): string {
  return schema === "public" ? "webhooks" : `${schema}_webhooks`;
}
