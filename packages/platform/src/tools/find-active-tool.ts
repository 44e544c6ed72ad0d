import { PlatformError } from "../common/platform-error.ts";
import type { PlatformContext } from "../database/platform-context.ts";
import {
  getInstallation,
  type InstallationRecord,
  requireNotPaused,
} from "../installations/installations.ts";
import { getInstalled, type Integration } from "../integrations/integrations.ts";
import { type InstalledTool, toolsOf } from "./list-tools.ts";

/** A tool that can be called, with its installation and integration. */
interface ActiveTool {
  readonly installation: InstallationRecord;
  readonly integration: Integration;
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
  const installation = await getInstallation(context, installationId);
  const integration = await getInstalled(context, installation);
  const { name } = integration;
  const tool = toolsOf(integration, installation).find(({ id }) => id === toolId);
  if (tool === undefined) throw new PlatformError("not_found", `${name} has no tool ${toolId} here.`);
  requireNotPaused(installation);
  if (installation.status !== "active")
    throw new PlatformError("forbidden", `${name} isn't set up yet. Complete its settings first.`);
  return { installation, integration, tool };
}
