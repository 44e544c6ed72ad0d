import { auditOperations } from "@plugboard/api/contract";
import { listAuditEntries } from "../audit-log.ts";
import { showAuditEntry } from "../show-audit-entry.ts";
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
}));
