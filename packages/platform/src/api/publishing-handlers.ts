import type { publishingOperations } from "@plugboard/api/contract";
import { PlatformError } from "../common/platform-error.ts";
import { getIntegration } from "../integrations/integrations.ts";
import type { Platform } from "../platform/create-platform.ts";
import { publishIntegration } from "../publishing/publish-integration.ts";
import { toIntegrationResource } from "./integration-handlers.ts";
import { isoTime } from "./iso-time.ts";
import type { OperationHandlers } from "./operation-handler.ts";

/** Publishing integrations, and going back to what was published before. */
export function createPublishingHandlers(
  platform: Platform,
): OperationHandlers<keyof typeof publishingOperations> {
  const refuseScripts = new PlatformError("unavailable", "This platform keeps no bundles: publish a url.");
  return {
    publishIntegration: async ({ params: { integration: name }, body, ifMatch, organizations }) => {
      const { url, ...publication } = body;
      if (url === undefined) throw refuseScripts;
      const ifVersion = ifMatch === undefined ? undefined : Number(ifMatch);
      const published = await publishIntegration(platform, {
        name,
        url,
        ...publication,
        ifVersion,
        organizations,
      });
      return { ...toIntegrationResource(published, platform.urls), warnings: [] };
    },
    listIntegrationVersions: async ({ params }) => {
      const { version, updatedAt, url } = await getIntegration(platform, params.integration);
      return { items: [{ version, publishedAt: isoTime(updatedAt), isCurrent: true, url }] };
    },
    rollBackIntegration: async () => {
      throw refuseScripts;
    },
  };
}
