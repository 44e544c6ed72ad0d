import { PlatformError } from "../common/platform-error.ts";
import type { PlatformContext } from "../database/platform-context.ts";
import { getInstallation, requireNotPaused } from "../installations/installations.ts";
import { getInstalled } from "../integrations/integrations.ts";
import { type InstalledTool, toolsOf } from "./list-tools.ts";
import { type InstalledIntegration, notedInstallation } from "./share-installations.ts";

/** A tool that can be called, with its installation and integration. */
interface ActiveTool extends InstalledIntegration {
  readonly tool: InstalledTool;
}

/**
 * Returns a tool of an active installation.
 *
 * @throws PlatformError `not_found`, or `forbidden` if the installation isn't active
 */
export async function findActiveTool(
  context: PlatformContext,
  installationId: string,
  toolId: string,
): Promise<ActiveTool> {
  const { installation, integration } =
    notedInstallation(installationId) ?? (await readInstalled(context, installationId));
  const { name } = integration;
  const tool = toolsOf(integration, installation).find(({ id }) => id === toolId);
  if (tool === undefined) throw new PlatformError("not_found", `${name} has no tool ${toolId} here.`);
  requireNotPaused(installation);
  if (installation.status !== "active")
    throw new PlatformError("forbidden", `${name} isn't set up yet. Complete its settings first.`);
  return { installation, integration, tool };
}

async function readInstalled(
  context: PlatformContext,
  installationId: string,
): Promise<InstalledIntegration> {
  const installation = await getInstallation(context, installationId);
  return { installation, integration: await getInstalled(context, installation) };
}
