import { type Role, roles } from "../vocabulary/role.ts";

// The role sets used by operations. The platform administrator can call everything.

/** Every member. */
export const everyMember: readonly Role[] = roles;

/** Roles that can delete the organization. */
export const owners: readonly Role[] = ["owner"];

/** Roles that manage members, keys, installations and settings. */
export const managers: readonly Role[] = ["owner", "admin"];

/** Roles that edit content. */
export const editors: readonly Role[] = [...managers, "editor"];

/** Roles that publish integrations. */
export const developers: readonly Role[] = [...managers, "developer"];

/** Roles that manage deliveries. */
export const operators: readonly Role[] = [...developers, "operator"];

/** No role: only the platform administrator. */
export const noMember: readonly Role[] = [];
