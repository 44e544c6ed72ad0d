import * as z from "zod";
import { requireAdmin } from "../access/principal.ts";
import { buildDispatchTarget } from "../dispatch/build-environment.ts";
import { listOptions } from "../dispatch/list-options.ts";
import { configurationSection } from "../installations/check-configuration.ts";
import { getInstallation, requireInstalledIn } from "../installations/installations.ts";
import type { InstallationPlace } from "../installations/setup-event.ts";
import type { Services } from "../platform/services.ts";
import { defineOperation, type Operation } from "./operation.ts";

const query = z.object({
  /** What the user has typed so far. */
  query: z.string().max(1000).exactOptional(),
  /** For a setting of the installation in this space. */
  spaceId: z.string().exactOptional(),
  /** For a setting of the installation in this site. */
  siteId: z.string().exactOptional(),
});
const options = z.array(z.object({ label: z.string(), value: z.string() })).readonly();

/** Choices of settings, which the integration itself supplies. */
export function createOptionOperations({ context, runner, tokens, urls }: Services): Operation[] {
  return [
    defineOperation({
      method: "get",
      path: "/installations/{installationId}/options/{property}",
      tag: "Installations",
      summary: "List the options of a setting, as its integration offers them",
      input: { params: z.object({ installationId: z.string(), property: z.string() }), query },
      response: options,
      handle: async ({ params: { installationId, property: name }, query: asked }, principal) => {
        requireAdmin(principal);
        await getInstallation(context, installationId);
        const { query: typed, ...part } = asked;
        await requireInstalledIn(context, installationId, part);
        const target = await buildDispatchTarget(context, tokens, urls, { installationId, ...part });
        const properties = configurationSection(target.integration.manifest, levelOf(part))?.properties ?? {};
        return await listOptions(runner, target, {
          name,
          property: Object.hasOwn(properties, name) ? properties[name] : undefined,
          ...(typed !== undefined && { query: typed }),
        });
      },
    }),
  ];
}

function levelOf({ spaceId, siteId }: { readonly spaceId?: string; readonly siteId?: string }) {
  const levels: readonly [InstallationPlace["kind"], string | undefined][] = [
    ["space", spaceId],
    ["site", siteId],
  ];
  return levels.find(([, id]) => id !== undefined)?.[0] ?? "organization";
}
