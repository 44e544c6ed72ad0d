import type { PlatformContext } from "../database/platform-context.ts";
import { inList } from "../database/in-list.ts";
import type { IntegrationRunner } from "./integration-runner.ts";

/**
 * Ends sandboxes of this process that run for organizations whose installation is paused. `changeStatus` only
 * ends those in its own process, and a call that read the status before the pause can start one again.
 *
 * @returns the number of stopped pairs of integration and organization
 */
export async function stopPausedScripts({
  db,
  runner,
}: Pick<PlatformContext, "db"> & { readonly runner: IntegrationRunner }): Promise<number> {
  const running = (await runner.listRunning?.()) ?? [];
  if (running.length === 0) return 0;
  const paused = await db
    .selectFrom("installations")
    .innerJoin("integrations", "integrations.name", "installations.integration")
    .select(["installations.integration", "installations.organization_id", "integrations.version"])
    .where(
      "installations.organization_id",
      "in",
      inList([...new Set(running.map((each) => each.organization))]),
    )
    .where("installations.integration", "in", inList([...new Set(running.map((each) => each.name))]))
    .where("installations.status", "=", "paused")
    .where("installations.deleted_at", "is", null)
    .execute();
  const stopped = paused.flatMap((installation) => {
    const versions = running
      .filter(
        ({ name, organization }) =>
          name === installation.integration && organization === installation.organization_id,
      )
      .map(({ version }) => version);
    // A newer version is being published, and the platform is reading its script's description.
    const keepVersions = versions.filter((version) => version > installation.version);
    if (keepVersions.length === versions.length) return [];
    return [{ name: installation.integration, organization: installation.organization_id, keepVersions }];
  });
  await Promise.all(
    stopped.map(({ name, organization, keepVersions }) =>
      runner.retire(name, { organization, keepVersions, immediately: true }),
    ),
  );
  return stopped.length;
}
