import { type Role, roles } from "../vocabulary/role.ts";

// The sets of roles that operations name: one table of who may do what in an organization. A platform's administrator may
// call everything.

/** Every member. */
export const everyMember: readonly Role[] = roles;

/** Those who decide about the organization as a whole. */
export const owners: readonly Role[] = ["owner"];

/** Those who manage members, keys, installations and settings. */
export const managers: readonly Role[] = ["owner", "admin"];

/** Those who change content. */
export const editors: readonly Role[] = [...managers, "editor"];

/** Those who publish integrations. */
export const developers: readonly Role[] = [...managers, "developer"];

/** Those who look after deliveries. */
export const operators: readonly Role[] = [...developers, "operator"];

/** No role of an organization: for the platform's administrator alone. */
export const noMember: readonly Role[] = [];
