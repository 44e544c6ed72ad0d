import type { IntegrationDescription } from "@plugboard/api";
import type { PlatformContext } from "../database/platform-context.ts";
import { describeIntegration } from "../dispatch/call-integration.ts";
import type { DispatchContext } from "../dispatch/dispatch-target.ts";
import type { RunnerTarget } from "../dispatch/integration-runner.ts";
import { enableIntegrationEndpoint } from "../endpoints/follow-installation.ts";
import { listPinnedVersions } from "../installations/consent.ts";
import { listInstallations } from "../installations/installations.ts";
import { getIntegration, type Integration } from "../integrations/integrations.ts";
import { type NewVersion, writeVersion } from "./write-version.ts";

/** The dependencies for publishing. */
export type PublishingContext = PlatformContext & Pick<DispatchContext, "runner">;

/**
 * Makes a version current. Requests its description first, which starts a script. The version then replaces
 * the previous one, which finishes its pending work. Installations whose organization has not consented yet
 * stay on their version. Errors of `check` abort the release.
 *
 * @throws PlatformError `conflict`, `integration_unreachable` or `integration_failed`
 */
export async function releaseVersion(
  context: PublishingContext,
  version: Omit<NewVersion, "description">,
  check: (description: IntegrationDescription) => Promise<void> = async () => {},
): Promise<Integration> {
  const { name } = version;
  const description = await describeIntegration(context.runner, targetOf(version));
  try {
    await check(description);
  } catch (error) {
    const pinned = await listPinnedVersions(context, name);
    await context.runner.retire(name, { keepVersions: [version.version - 1, ...pinned] });
    throw error;
  }
  await writeVersion(context, { ...version, description });
  const pinned = await listPinnedVersions(context, name);
  await context.runner.retire(name, { keepVersions: [version.version, ...pinned] });
  for (const { id } of await listInstallations(context, { integration: name }))
    await enableIntegrationEndpoint(context, id);
  return await getIntegration(context, name);
}

function targetOf({
  name,
  version,
  organizationId: organization,
  url,
  bundle,
  signing,
}: Omit<NewVersion, "description">): RunnerTarget {
  if (bundle !== undefined) {
    const script = { hash: bundle.hash, load: async () => bundle.script };
    return { name, version, organization, script, signingSecrets: signing };
  }
  if (url === undefined) throw new Error("a version has neither a URL nor a bundle");
  // Sign with the newest key only: a key that the integration does not accept must not pass because of the
  // old one.
  return { name, version, url, signingSecrets: signing.slice(0, 1) };
}
