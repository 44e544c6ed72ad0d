import { type ManifestTool, scopeOfTool, toolNameOf } from "@plugboard/manifest";
import type { PlatformContext } from "../database/platform-context.ts";
import { grantedScopes } from "../installations/consent.ts";
import { type InstallationRecord, listInstallations } from "../installations/installations.ts";
import { getInstalled, type Integration } from "../integrations/integrations.ts";
import { noteInstallation } from "./share-installations.ts";

/** A tool of an installation. */
export interface InstalledTool extends ManifestTool {
  /** The tool's name for agents. */
  readonly name: string;
  readonly integration: string;
  readonly installationId: string;
}

/**
 * Lists the tools of an organization's active installations, or those of one integration.
 *
 * @example
 * import { inOrganizations, listTools, type Platform } from "@plugboard/platform";
 *
 * declare const platform: Platform;
 * const tools = await inOrganizations(["org_1"], () => listTools(platform, "org_1", "stock"));
 * console.log(tools.map(({ name }) => name)); // ["stock__find_product"]
 */
export async function listTools(
  context: PlatformContext,
  organizationId: string,
  integration?: string,
): Promise<readonly InstalledTool[]> {
  const installations = await listInstallations(context, { organizations: [organizationId], integration });
  const active = installations.filter(({ status }) => status === "active");
  const lists = await Promise.all(
    active.map(async (installation) => {
      const integration = await getInstalled(context, installation);
      noteInstallation({ installation, integration });
      return toolsOf(integration, installation);
    }),
  );
  return lists.flat();
}

/** Returns the tools that the code implements and the organization consented to. */
export function toolsOf(
  { name, manifest, description }: Integration,
  installation: Pick<InstallationRecord, "id" | "consentedScopes">,
): readonly InstalledTool[] {
  const scopes = grantedScopes(manifest, installation);
  return (manifest.tools ?? [])
    .filter((tool) => scopes.includes(scopeOfTool(tool)) && description.tools?.includes(tool.id))
    .map((tool) => ({
      ...tool,
      name: toolNameOf(name, tool.id),
      integration: name,
      installationId: installation.id,
    }));
}
