import { readScriptSources } from "@plugboard/api/contract";
import type { PlatformContext } from "../database/platform-context.ts";
import { getInstallation } from "../installations/installations.ts";
import { getInstalled } from "../integrations/integrations.ts";

/** The origins from which a component can load images and frames, such as `https://*.cdn.example`. */
export interface ComponentSources {
  readonly images: readonly string[];
  readonly frames: readonly string[];
}

/**
 * Reads the origins in the `contentSecurityPolicy` of an installation's manifest that components can use.
 *
 * @throws PlatformError `not_found`
 *
 * @example
 * import { inOrganizations, type Platform, readComponentSources } from "@plugboard/platform";
 *
 * declare const platform: Platform;
 * const { frames } = await inOrganizations(["org_1"], () => readComponentSources(platform, "ins_1"));
 * console.log(frames); // ["https://player.example.net"]
 */
export async function readComponentSources(
  context: PlatformContext,
  installationId: string,
): Promise<ComponentSources> {
  const { manifest } = await getInstalled(context, await getInstallation(context, installationId));
  const { sources } = readScriptSources(manifest.contentSecurityPolicy);
  const originsOf = (directive: "img-src" | "media-src" | "frame-src") =>
    (sources[directive] ?? []).filter((source) => source.startsWith("https://"));
  return { images: [...originsOf("img-src"), ...originsOf("media-src")], frames: originsOf("frame-src") };
}
