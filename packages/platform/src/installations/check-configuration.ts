import {
  checkConfiguration as checkManifestConfiguration,
  type Manifest,
  type ManifestPropertiesConfiguration,
} from "@plugboard/manifest";
import type { PlatformProblem } from "../common/platform-error.ts";
import type { InstallationPlace } from "./setup-event.ts";

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
  kind: InstallationPlace["kind"],
): ManifestPropertiesConfiguration | undefined {
  const section = manifest.configurations?.[sections[kind]];
  return section !== undefined && "properties" in section ? section : undefined;
}

/** Checks values against the level's settings. A level without any, or with a component of its own, takes anything. */
export function checkConfiguration(
  manifest: Manifest,
  kind: InstallationPlace["kind"],
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
