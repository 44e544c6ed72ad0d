/**
 * What a person, or an API key, is in an organization.
 *
 * - `owner`: everything, and who else is an owner
 * - `admin`: members, keys, installations and their settings
 * - `editor`: content
 * - `developer`: publishes integrations, and sees what they receive
 * - `operator`: sees deliveries, and sends them again
 * - `reader`: reads
 */
export const roles = ["owner", "admin", "editor", "developer", "operator", "reader"] as const;

/** What a person, or an API key, is in an organization. */
export type Role = (typeof roles)[number];
