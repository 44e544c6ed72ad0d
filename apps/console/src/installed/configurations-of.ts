import type { IntegrationManifestResource } from "@plugboard/api/client";
import type { ManifestConfigurations } from "@plugboard/manifest";

/** Returns the settings of a manifest by level. */
export function configurationsOf(manifest: IntegrationManifestResource | undefined): ManifestConfigurations {
  // The API describes them as JSON, and the server has checked them.
  return (manifest?.configurations ?? {}) as ManifestConfigurations;
}
