import type { AuditEntryResource } from "@plugboard/api/client";
import { isoTime } from "../common/iso-time.ts";
import type { AuditEntry } from "./audit-log.ts";

/** Converts an entry to the form of the API. */
export function showAuditEntry({ organizationId, createdAt, ...entry }: AuditEntry): AuditEntryResource {
  return { ...entry, organization: organizationId, createdAt: isoTime(createdAt) };
}
