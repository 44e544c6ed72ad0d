import { eventScopes, type RuntimeEventType } from "@plugboard/api";
import type { PlatformState } from "./platform-state.ts";
import { TestPlatformError } from "./test-platform-error.ts";

/** Events that an installation gets whatever its status. */
const unconditional: ReadonlySet<RuntimeEventType> = new Set([
  "installation_setup",
  "installation_deleted",
  "space_installation_setup",
  "space_installation_deleted",
  "site_installation_setup",
  "site_installation_deleted",
  "ui_render",
]);

/**
 * Checks that the platform would send an event of this type to the installation.
 *
 * @throws TestPlatformError `not_sent`
 */
export function checkEntitled({ manifest, installations }: PlatformState, type: RuntimeEventType): void {
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
