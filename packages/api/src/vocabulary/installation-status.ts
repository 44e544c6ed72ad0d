/** The states of an installation (docs/conformance.md#installation-status). */
export const installationStatuses = ["active", "pending", "paused"] as const;

/**
 * The state of an installation. It is `pending` until its configuration is complete, then `active`. An
 * administrator can pause and resume an active one.
 */
export type InstallationStatus = (typeof installationStatuses)[number];
