import type { AuditEntryResource } from "@plugboard/api/client";
import type { auditOperations } from "@plugboard/api/contract";
import { type AuditEntry, listAuditEntries } from "../audit-log.ts";
import type { Platform } from "../../platform/create-platform.ts";
import { isoTime } from "../../common/iso-time.ts";
import type { OperationHandlers } from "../../operations/operation-handler.ts";
import { cutPage, limitOf, showPage } from "../../operations/paginate.ts";

export function createAuditHandlers(platform: Platform): OperationHandlers<keyof typeof auditOperations> {
  return {
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
        toResource,
      );
    },
  };
}

function toResource({ organizationId, createdAt, ...entry }: AuditEntry): AuditEntryResource {
  return { ...entry, organization: organizationId, createdAt: isoTime(createdAt) };
}
