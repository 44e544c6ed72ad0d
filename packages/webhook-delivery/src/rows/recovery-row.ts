import type { Recovery, RecoveryStatus } from "../model/recovery.ts";
import { number, optionalNumber, type Row, text, toRowId, wordFrom } from "./columns.ts";

const recoveryStatusFrom: (text: string) => RecoveryStatus = wordFrom("recovery status", [
  "running",
  "done",
  "canceled",
]);

/** The recovery of a row; `endpoint_id` holds the endpoint's public id. */
export function toRecovery(row: Row): Recovery {
  const finishedAt = optionalNumber(row, "finished_at");
  return {
    id: toRowId("recovery", number(row, "seq")),
    endpointId: text(row, "endpoint_id"),
    failedSince: number(row, "failed_since"),
    perSecond: number(row, "per_second"),
    status: recoveryStatusFrom(text(row, "status")),
    recovered: number(row, "recovered"),
    total: number(row, "total"),
    createdAt: number(row, "created_at"),
    finishedAt,
  };
}
