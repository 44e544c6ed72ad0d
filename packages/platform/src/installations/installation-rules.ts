import {
  type Manifest,
  type ManifestPropertiesConfiguration,
  checkConfiguration as checkManifestConfiguration,
} from "@plugboard/manifest";
import { limits } from "@plugboard/api/contract";
import { PlatformError, type PlatformProblem } from "../common/platform-error.ts";
import type { InstallationRef } from "./installation-event.ts";
import type { InstallationStatus } from "@plugboard/api";

/** A configuration checked against the manifest. */
export interface ConfigurationCheck {
  readonly complete: boolean;
  /** The settings, including defaults. */
  readonly values: Readonly<Record<string, unknown>>;
  readonly problems: readonly PlatformProblem[];
  /** Required settings that are missing. */
  readonly missing: readonly PlatformProblem[];
}

function sectionOf({ configurations = {} }: Manifest, kind: InstallationRef["kind"]) {
  if (kind === "organization") return configurations.account;
  return Object.entries(configurations).find(([name]) => name === kind)?.[1];
}

/** Returns the settings that a manifest declares for a level, if it lists them. */
export function configurationSection(
  manifest: Manifest,
  kind: InstallationRef["kind"],
): ManifestPropertiesConfiguration | undefined {
  const section = sectionOf(manifest, kind);
  return section !== undefined && "properties" in section ? section : undefined;
}

/**
 * Checks values against the level's settings. A level without settings, or with its own component, accepts
 * all values.
 */
export function checkConfiguration(
  manifest: Manifest,
  kind: InstallationRef["kind"],
  values: Readonly<Record<string, unknown>>,
): ConfigurationCheck {
  const section = sectionOf(manifest, kind);
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

/** The result of an edit. */
export interface EditDecision {
  readonly status: InstallationStatus;
  readonly configuration: Readonly<Record<string, unknown>>;
}

/**
 * Decides on a configuration edit: each property in it replaces the previous value, `null` removes it.
 *
 * Only the edited properties are validated. Stored values that the current manifest no longer allows are
 * dropped: otherwise no property could be saved until all of them were valid.
 *
 * Only edits made by the integration can set internal settings.
 *
 * @throws PlatformError `invalid_configuration` with a problem for each invalid property, or
 * `payload_too_large` if the configuration does not fit into an envelope
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
  // A pending installation naturally lacks required settings.
  const missing = current.status === "pending" ? [] : checked.missing;
  const problems = [
    ...[...checked.problems, ...missing].filter(({ path }) => edited.has(path)),
    ...(byIntegration ? [] : findInternal(manifest, kind, edit)),
  ];
  if (problems.length > 0) {
    throw new PlatformError("invalid_configuration", "Not saved. Fix the invalid settings.", problems);
  }
  requireFit(checked.values);
  const { complete } = checkConfiguration(manifest, kind, checked.values);
  const change = { type: "configured", complete } as const;
  return {
    status: nextStatus(current.status, change) ?? current.status,
    configuration: checked.values,
  };
}

// Every envelope contains the settings; if they are too large for an integration to read, every dispatch
// fails.
function requireFit(configuration: EditDecision["configuration"]): void {
  const bytes = Buffer.byteLength(JSON.stringify(configuration));
  if (bytes <= limits.configurationBytes) return;
  throw new PlatformError(
    "payload_too_large",
    `Not saved: the configuration has ${bytes} bytes as JSON. The limit is ${limits.configurationBytes} bytes.`,
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
      message: "is internal: only the integration can set it",
    }));
}

/** A change of an installation's status. */
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
 * Returns the next status (docs/conformance.md#installation-status). `undefined` if the change does not
 * apply. Editing the configuration never resumes a paused installation and never makes an active one pending.
 */
export function nextStatus(status: InstallationStatus, change: StatusChange): InstallationStatus | undefined {
  if (change.type === "configured" && !change.complete) return status;
  return changes[change.type][status];
}
