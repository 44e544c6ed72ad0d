import type { AuditStream } from "@plugboard/api/client";
import { auditOperations } from "@plugboard/api/contract";
import type { Endpoint } from "@plugboard/webhook-delivery";
import { listAuditEntries } from "../audit-log.ts";
import { deleteAuditStream, getAuditStream, setAuditStream } from "../audit-stream.ts";
import { showAuditEntry } from "../show-audit-entry.ts";
import { isoTime } from "../../common/iso-time.ts";
import type { PlatformContext } from "../../database/platform-context.ts";
import { readHealth } from "../../endpoints/read-health.ts";
import { defineFeature, type Feature } from "../../operations/feature.ts";
import { cutPage, limitOf, showPage } from "../../operations/paginate.ts";

export const auditFeature: Feature = defineFeature(auditOperations, (platform) => ({
  listAuditEntries: async ({ query, caller, organizations: { allowed: organizations } }) => {
    const { actor, operation, resource, since, until, cursor: before } = query;
    const entries = await listAuditEntries(platform, {
      organizations,
      ofPlatform: caller.type === "admin" && query.organization === undefined,
      actor,
      operation,
      resource,
      since: since === undefined ? undefined : Date.parse(since),
      until: until === undefined ? undefined : Date.parse(until),
      before,
      limit: limitOf(query) + 1,
    });
    return await showPage(
      cutPage(entries, ({ id }) => id, query),
      showAuditEntry,
    );
  },
  getAuditStream: async ({ params: { organizationId } }) =>
    await toStream(platform, await getAuditStream(platform, organizationId)),
  setAuditStream: async ({ params: { organizationId }, body: { url } }) =>
    await toStream(platform, await setAuditStream(platform, organizationId, url)),
  deleteAuditStream: async ({ params: { organizationId } }) =>
    await deleteAuditStream(platform, organizationId),
}));

async function toStream(context: PlatformContext, endpoint: Endpoint): Promise<AuditStream> {
  const { url, secrets, createdAt } = endpoint;
  const health = await readHealth(context, endpoint);
  return { url, secret: secrets[0] ?? "", createdAt: isoTime(createdAt), health };
}
