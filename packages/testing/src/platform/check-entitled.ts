import { eventScopes, type RuntimeEventType } from "@plugboard/api";
import type { PlatformState } from "./platform-state.ts";
import { TestPlatformError } from "./test-platform-error.ts";

/** Events that an installation still gets when it was removed. */
const afterRemoval: ReadonlySet<RuntimeEventType> = new Set([
  "space_installation_deleted",
  "site_installation_deleted",
  "installation_deleted",
]);

/** Events that an installation gets whatever its status. */
const unconditional: ReadonlySet<RuntimeEventType> = new Set([
  ...afterRemoval,
  "installation_setup",
  "space_installation_setup",
  "site_installation_setup",
  "ui_render",
]);

/**
 * Checks that the platform would send an event of this type to the installation.
 *
 * @throws TestPlatformError `not_sent`
 */
export function checkEntitled(state: PlatformState, type: RuntimeEventType): void {
  const { manifest, installations, removed } = state;
  if (removed && !afterRemoval.has(type)) throw notSent(type, "the integration was uninstalled");
  const scope = eventScopes[type];
  if (scope !== undefined && !manifest.scopes.includes(scope)) {
    throw notSent(type, `the manifest does not name the scope ${scope}`);
  }
  const { status } = installations.account;
  if (status !== "active" && !unconditional.has(type)) {
    throw notSent(type, `the installation is ${status}; give it a complete configuration`);
  }
}

function notSent(type: RuntimeEventType, reason: string): TestPlatformError {
  return new TestPlatformError("not_sent", `The platform would not send ${type}: ${reason}.`);
}
