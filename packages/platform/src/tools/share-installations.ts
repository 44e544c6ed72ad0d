import { AsyncLocalStorage } from "node:async_hooks";
import type { InstallationRecord } from "../installations/installations.ts";
import type { Integration } from "../integrations/integrations.ts";

/** An installation with its integration, as read from the database. */
export interface InstalledIntegration {
  readonly installation: InstallationRecord;
  readonly integration: Integration;
}

const shared = new AsyncLocalStorage<Map<string, InstalledIntegration>>();

/**
 * Runs work whose tool calls reuse the installations that `listTools` read, instead of reading them again. Only for the work of one request.
 *
 * @example
 * import { inOrganizations, listTools, type Platform, shareInstallations } from "@plugboard/platform";
 *
 * declare const platform: Platform;
 * const tools = await shareInstallations(() =>
 *   inOrganizations(["org_1"], () => listTools(platform, "org_1", "stock")),
 * );
 * console.log(tools.length);
 */
export async function shareInstallations<Result>(work: () => Promise<Result>): Promise<Result> {
  return await shared.run(new Map(), work);
}

/** Shares an installation with the rest of the request. */
export function noteInstallation(installed: InstalledIntegration): void {
  shared.getStore()?.set(installed.installation.id, installed);
}

/** Returns an installation that the request has read. */
export function notedInstallation(id: string): InstalledIntegration | undefined {
  return shared.getStore()?.get(id);
}
