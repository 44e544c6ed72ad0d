/**
 * The roles of members and API keys in an organization.
 *
 * - `owner`: everything, including the choice of owners
 * - `admin`: members, keys, installations and their settings
 * - `editor`: content
 * - `developer`: publishes integrations, and sees the events they receive
 * - `operator`: sees and resends deliveries
 * - `reader`: reads
 */
export const roles = ["owner", "admin", "editor", "developer", "operator", "reader"] as const;

/** The role of a member or API key in an organization. */
export type Role = (typeof roles)[number];
