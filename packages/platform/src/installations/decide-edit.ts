import type { InstallationStatus } from "@plugboard/api";
import type { Manifest } from "@plugboard/manifest";
import { checkConfiguration } from "./check-configuration.ts";
import { nextStatus } from "./next-status.ts";
import { PlatformError } from "../common/platform-error.ts";
import type { InstallationPlace } from "./setup-event.ts";

/** What an edit leads to. */
export interface EditDecision {
  readonly status: InstallationStatus;
  readonly configuration: Readonly<Record<string, unknown>>;
}

/**
 * Decides on an edit of a configuration: each property given replaces the value it had, `null` removes it.
 *
 * Only what is edited is held against the manifest. A value that an earlier version of the manifest allowed and this one
 * does not is dropped on the way, or no property could be saved before all of them are right.
 *
 * @throws PlatformError `invalid_configuration` with a problem for each edited property that is wrong
 */
export function decideEdit(
  manifest: Manifest,
  kind: InstallationPlace["kind"],
  current: EditDecision,
  edit: Readonly<Record<string, unknown>>,
): EditDecision {
  const merged = Object.entries({ ...current.configuration, ...edit }).filter(([, value]) => value !== null);
  const checked = checkConfiguration(manifest, kind, Object.fromEntries(merged));
  const edited = new Set(Object.keys(edit).map((name) => `configuration.${name}`));
  // Before it is complete, a pending installation lacks required settings by nature.
  const missing = current.status === "pending" ? [] : checked.missing;
  const problems = [...checked.problems, ...missing].filter(({ path }) => edited.has(path));
  if (problems.length > 0) {
    throw new PlatformError(
      "invalid_configuration",
      "The configuration has problems; nothing was saved.",
      problems,
    );
  }
  const { complete } = checkConfiguration(manifest, kind, checked.values);
  const change = { type: "configured", complete } as const;
  return {
    status: nextStatus(current.status, change) ?? current.status,
    configuration: checked.values,
  };
}
