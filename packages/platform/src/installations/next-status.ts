import type { InstallationStatus } from "@plugboard/api";

/** What can happen to an installation's status. */
export type StatusChange =
  | { readonly type: "configured"; readonly complete: boolean }
  | { readonly type: "pause" }
  | { readonly type: "resume" };

const changes: Readonly<
  Record<StatusChange["type"], Readonly<Record<InstallationStatus, InstallationStatus | undefined>>>
> = {
  configured: { pending: "active", active: "active", paused: "paused" },
  pause: { pending: undefined, active: "paused", paused: undefined },
  resume: { pending: undefined, active: undefined, paused: "active" },
};

/**
 * The status an installation moves to (docs/conformance.md#installation-status), or `undefined` where the change does not
 * apply to it. A configuration edit never resumes a paused installation and never sends an active one back.
 */
export function nextStatus(status: InstallationStatus, change: StatusChange): InstallationStatus | undefined {
  if (change.type === "configured" && !change.complete) return status;
  return changes[change.type][status];
}
