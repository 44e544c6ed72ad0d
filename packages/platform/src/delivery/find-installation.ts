import { withoutTenantScope } from "../database/organization-scope.ts";
import type { PlatformContext } from "../database/platform-context.ts";
import { getInstallation, type InstallationRecord } from "../installations/installations.ts";
import { findInstalled, type Integration } from "../integrations/integrations.ts";

/**
 * Returns the installation of a delivery with its integration.
 *
 * @throws PlatformError `not_found`
 */
export async function findInstallation(
  context: PlatformContext,
  id: string,
  options?: { readonly removed?: boolean },
): Promise<{ readonly installation: InstallationRecord; readonly integration: Integration | undefined }> {
  return await withoutTenantScope("deliveries", async () => {
    const installation = await getInstallation(context, id, options);
    return { installation, integration: await findInstalled(context, installation) };
  });
}
