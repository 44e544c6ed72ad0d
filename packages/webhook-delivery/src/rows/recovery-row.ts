import type { Recovery, RecoveryStatus } from "../model/recovery.ts";
import {
  fromStoredJson,
  isJsonObject,
  number,
  optionalNumber,
  type Row,
  text,
  toRowId,
  wordFrom,
} from "./columns.ts";

const recoveryStatusFrom: (text: string) => RecoveryStatus = wordFrom("recovery status", [
  "running",
  "done",
  "canceled",
]);

/** What a recovery selects beside its endpoint and its first time. */
export type Selection = Pick<Recovery, "failedBefore" | "eventTypes" | "failureReasons">;

/** The selection of a row. */
export function toSelection(row: Row): Selection {
  return fromStoredJson(text(row, "selection"), isSelection);
}

/** The value of the column `selection`. */
export function fromSelection({ failedBefore, eventTypes, failureReasons }: Selection): string {
  return JSON.stringify({ failedBefore, eventTypes, failureReasons });
}

function isSelection(value: unknown): value is Selection {
  return isJsonObject(value);
}

/** The recovery of a row; `endpoint_id` holds the endpoint's public id. */
export function toRecovery(row: Row): Recovery {
  const finishedAt = optionalNumber(row, "finished_at");
  return {
    id: toRowId("recovery", number(row, "seq")),
    endpointId: text(row, "endpoint_id"),
    failedSince: number(row, "failed_since"),
    ...toSelection(row),
    perSecond: number(row, "per_second"),
    status: recoveryStatusFrom(text(row, "status")),
    recovered: number(row, "recovered"),
    total: number(row, "total"),
    createdAt: number(row, "created_at"),
    finishedAt,
  };
}
