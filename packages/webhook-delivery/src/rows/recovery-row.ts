import type { Recovery, RecoveryStatus } from "../model/recovery.ts";
import {
  fromStoredJson,
  isJsonObject,
  number,
  optionalNumber,
  type Row,
  text,
  toRowId,
  enumValue,
} from "./columns.ts";

const recoveryStatusFrom: (text: string) => RecoveryStatus = enumValue("recovery status", [
  "running",
  "done",
  "canceled",
]);

/** The optional conditions of a recovery. */
export type Selection = Pick<Recovery, "failedBefore" | "eventTypes" | "failureReasons">;

export function toSelection(row: Row): Selection {
  return fromStoredJson(text(row, "selection"), isSelection);
}

/** Returns the value of the column `selection`. */
export function fromSelection({ failedBefore, eventTypes, failureReasons }: Selection): string {
  return JSON.stringify({ failedBefore, eventTypes, failureReasons });
}

function isSelection(value: unknown): value is Selection {
  return isJsonObject(value);
}

/** Converts a row to a recovery; `endpoint_id` is the endpoint's public ID. */
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
