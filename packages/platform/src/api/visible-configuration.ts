import type { Manifest } from "@plugboard/manifest";
import type { Principal } from "../access/principal.ts";
import { configurationSection } from "../installations/check-configuration.ts";
import type { InstallationPlace } from "../installations/setup-event.ts";

/**
 * The configuration as a caller may read it. An integration reads all of its own; people read the settings a form shows,
 * and of anything else, such as OAuth credentials, only that it is there.
 */
export function visibleConfiguration(
  principal: Principal,
  manifest: Manifest,
  place: InstallationPlace["kind"],
  configuration: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  if (principal.type !== "admin") return { ...configuration };
  const properties = configurationSection(manifest, place)?.properties ?? {};
  return Object.fromEntries(
    Object.entries(configuration).map(([name, value]) => {
      const property = Object.hasOwn(properties, name) ? properties[name] : undefined;
      return [name, property === undefined || property.type === "button" ? true : value];
    }),
  );
}
