import {
  type Manifest,
  type ManifestPropertiesConfiguration,
  checkConfiguration as checkManifestConfiguration,
} from "@plugboard/manifest";
import { limits } from "@plugboard/api/contract";
import { PlatformError, type PlatformProblem } from "../common/platform-error.ts";
import type { InstallationRef } from "./installation-event.ts";
import type { InstallationStatus } from "@plugboard/api";

/** A configuration held against what the manifest declares for its level. */
export interface ConfigurationCheck {
  readonly complete: boolean;
  /** With the defaults of what was not set. */
  readonly values: Readonly<Record<string, unknown>>;
  readonly problems: readonly PlatformProblem[];
  /** Required settings that are not set. */
  readonly missing: readonly PlatformProblem[];
}

const sections = { organization: "account", space: "space", site: "site" } as const;

/** The settings a manifest declares for a level, where it lists them itself. */
export function configurationSection(
  manifest: Manifest,
  kind: InstallationRef["kind"],
): ManifestPropertiesConfiguration | undefined {
  const section = manifest.configurations?.[sections[kind]];
  return section !== undefined && "properties" in section ? section : undefined;
}

/** Checks values against the level's settings. A level without any, or with a component of its own, takes anything. */
export function checkConfiguration(
  manifest: Manifest,
  kind: InstallationRef["kind"],
  values: Readonly<Record<string, unknown>>,
): ConfigurationCheck {
  const section = manifest.configurations?.[sections[kind]];
  if (section === undefined) return { complete: true, values, problems: [], missing: [] };
  const checked = checkManifestConfiguration(section, values);
  return {
    complete: checked.status === "complete",
    values: checked.values,
    problems: checked.problems.map(({ property, message }) => ({
      path: `configuration.${property}`,
      message,
    })),
    missing: checked.missing.map((property) => ({
      path: `configuration.${property}`,
      message: "is required",
    })),
  };
}

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
 * Internal settings are the integration's own: only an edit it makes itself may name them.
 *
 * @throws PlatformError `invalid_configuration` with a problem for each edited property that is wrong, or
 * `payload_too_large` when the whole would not fit into an envelope
 */
export function decideEdit(
  manifest: Manifest,
  kind: InstallationRef["kind"],
  current: EditDecision,
  edit: Readonly<Record<string, unknown>>,
  byIntegration: boolean,
): EditDecision {
  const merged = Object.entries({ ...current.configuration, ...edit }).filter(([, value]) => value !== null);
  const checked = checkConfiguration(manifest, kind, Object.fromEntries(merged));
  const edited = new Set(Object.keys(edit).map((name) => `configuration.${name}`));
  // Before it is complete, a pending installation lacks required settings by nature.
  const missing = current.status === "pending" ? [] : checked.missing;
  const problems = [
    ...[...checked.problems, ...missing].filter(({ path }) => edited.has(path)),
    ...(byIntegration ? [] : findInternal(manifest, kind, edit)),
  ];
  if (problems.length > 0) {
    throw new PlatformError(
      "invalid_configuration",
      "The configuration has problems; nothing was saved.",
      problems,
    );
  }
  requireFit(checked.values);
  const { complete } = checkConfiguration(manifest, kind, checked.values);
  const change = { type: "configured", complete } as const;
  return {
    status: nextStatus(current.status, change) ?? current.status,
    configuration: checked.values,
  };
}

// Every envelope carries the settings; one that is too large for an integration to read would make each dispatch fail.
function requireFit(configuration: EditDecision["configuration"]): void {
  const bytes = Buffer.byteLength(JSON.stringify(configuration));
  if (bytes <= limits.configurationBytes) return;
  throw new PlatformError(
    "payload_too_large",
    `The configuration would have ${bytes} bytes as JSON, and at most ${limits.configurationBytes} fit into what an integration is sent. Nothing was saved.`,
  );
}

function findInternal(
  manifest: Manifest,
  kind: InstallationRef["kind"],
  edit: Readonly<Record<string, unknown>>,
): PlatformProblem[] {
  const { internal = [], properties = {} } = configurationSection(manifest, kind) ?? {};
  const isInternal = (name: string) =>
    internal === true ? !Object.hasOwn(properties, name) : internal.includes(name);
  return Object.keys(edit)
    .filter(isInternal)
    .map((name) => ({
      path: `configuration.${name}`,
      message: "is internal: only the integration's own code may set it",
    }));
}

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
