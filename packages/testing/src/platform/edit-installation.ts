import type { Configuration } from "@plugboard/api";
import { checkConfiguration, type ConfigurationLevel } from "@plugboard/manifest";
import type { InstallationState, PlatformState } from "./platform-state.ts";

/** Changes to an installation. */
export interface InstallationEdit {
  /** Properties to replace; `null` removes one. */
  readonly configuration?: Configuration | undefined;
  readonly externalIds?: readonly string[] | undefined;
}

/** What came of an edit. */
export type EditOutcome =
  | { readonly type: "saved"; readonly previous: InstallationState; readonly current: InstallationState }
  | { readonly type: "invalid"; readonly problems: readonly EditProblem[] };

/** A value that was refused. */
export interface EditProblem {
  /** As in `configuration.channel`. */
  readonly path: string;
  readonly message: string;
}

/**
 * Edits an installation as the platform does: every value is checked against the manifest, and a pending installation
 * becomes active once its configuration is complete (docs/conformance.md#installation-status).
 */
export function editInstallation(
  state: PlatformState,
  level: ConfigurationLevel,
  edit: InstallationEdit,
): EditOutcome {
  const previous = state.installations[level];
  const configured = configure(state, level, previous, edit.configuration);
  if ("problems" in configured) return { type: "invalid", problems: configured.problems };
  const current: InstallationState = {
    ...previous,
    ...configured,
    ...(edit.externalIds !== undefined && { externalIds: edit.externalIds }),
    updatedAt: Math.max(state.now(), previous.updatedAt + 1),
  };
  state.installations[level] = current;
  return { type: "saved", previous, current };
}

function configure(
  state: PlatformState,
  level: ConfigurationLevel,
  previous: InstallationState,
  change: Configuration | undefined,
): Pick<InstallationState, "configuration" | "status"> | { readonly problems: readonly EditProblem[] } {
  if (change === undefined) return previous;
  const merged = Object.entries({ ...previous.configuration, ...change });
  const values = Object.fromEntries(merged.filter(([, value]) => value !== null));
  const declared = state.manifest.configurations?.[level] ?? { properties: {} };
  const checked = checkConfiguration(declared, values);
  const problems = checked.problems.map(({ property, message }) => ({
    path: `configuration.${property}`,
    message,
  }));
  if (problems.length > 0) return { problems };
  const becomesActive = previous.status === "pending" && checked.status === "complete";
  return { configuration: checked.values, status: becomesActive ? "active" : previous.status };
}
