import type { EventTable } from "../database/tables.ts";

/** The columns of an event. PostgreSQL prepares statements that name them, unlike those with `*`. */
export const eventColumns = [
  "position",
  "id",
  "type",
  "organization_id",
  "installation_id",
  "resource_kind",
  "resource_id",
  "channels",
  "ordering_key",
  "ordering_blocks",
  "held_back",
  "subject_id",
  "payload",
  "due_at",
  "created_at",
  "fan_out_after",
  "fanned_out_at",
  "leased_until",
  "expires_at",
  "traceparent",
  "expunged_at",
] as const satisfies readonly (keyof EventTable)[];
