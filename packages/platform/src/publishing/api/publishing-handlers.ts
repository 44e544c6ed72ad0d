import type { IntegrationVersionResource } from "@plugboard/api/client";
import { publishingOperations } from "@plugboard/api/contract";
import {
  type IntegrationVersion,
  listIntegrationVersions,
  rollBackIntegration,
} from "../integration-versions.ts";
import { publishIntegration } from "../publish-integration.ts";
import { toIntegrationResource } from "../../integrations/api/integration-handlers.ts";
import { isoTime } from "../../common/iso-time.ts";
import { defineFeature, type Feature } from "../../operations/feature.ts";
import { numberKey, paginate, showPage } from "../../operations/paginate.ts";

export const publishingFeature: Feature = defineFeature(publishingOperations, (platform) => ({
  publishIntegration: async ({ params: { integration: name }, body, ifMatch, organizations }) => {
    const assets = Object.entries(body.assets ?? {}).map(([path, data]) => [path, fromBase64(data)] as const);
    const published = await publishIntegration(platform, {
      ...body,
      name,
      assets: Object.fromEntries(assets),
      ifVersion: versionIn(ifMatch),
      organizations,
    });
    return { ...toIntegrationResource(published, platform.urls), warnings: published.warnings };
  },
  listIntegrationVersions: async ({ params, query }) => {
    const versions = await listIntegrationVersions(platform, params.integration);
    // Newest first: keys count down.
    const keyOf = ({ version }: IntegrationVersion) => numberKey(maxVersion - version);
    return await showPage(paginate(versions, keyOf, query), toVersionResource);
  },
  rollBackIntegration: async ({ params: { integration: name }, body, ifMatch }) => {
    const options = { ifVersion: versionIn(ifMatch) };
    const restored = await rollBackIntegration(platform, name, body.version, options);
    return toIntegrationResource(restored, platform.urls);
  },
}));

const maxVersion = Number.MAX_SAFE_INTEGER;

function versionIn(ifMatch: string | undefined): number | undefined {
  return ifMatch === undefined ? undefined : Number(ifMatch);
}

function fromBase64(text: string): Uint8Array {
  return new Uint8Array(Buffer.from(text, "base64"));
}

function toVersionResource({ publishedAt, ...version }: IntegrationVersion): IntegrationVersionResource {
  return { ...version, publishedAt: isoTime(publishedAt) };
}
