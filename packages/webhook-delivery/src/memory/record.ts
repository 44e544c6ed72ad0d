import type { AttemptRecord, RecordRequest } from "../delivery-queue.ts";
import { classifyAttempt } from "../policy/classify-attempt.ts";
import { addHours, countHour } from "../queue/count-hour.ts";
import { toDeliveryChange } from "../queue/delivery-change.ts";
import { noteAttempts } from "../queue/note-attempts.ts";
import { fromRowId, toRowId } from "../rows/row-id.ts";
import { healthOf, saveHealth } from "./claim.ts";
import { advanceLine } from "./lines.ts";
import { moveDelivery } from "./move-delivery.ts";
import type { DeliveryRow, EndpointRow, MemoryTables } from "./tables.ts";

/** Notes outcomes with their attempts. Returns the ids of deliveries whose claim was lost. */
export function recordAttempts(tables: MemoryTables, request: RecordRequest): string[] {
  const refused: string[] = [];
  const byTarget = new Map<EndpointRow, AttemptRecord[]>();
  for (const record of request.records) {
    const row = findHeld(tables, record);
    if (row === undefined) {
      refused.push(record.delivery.id);
      continue;
    }
    saveAttempt(tables, row, record);
    byTarget.set(row.target, [...(byTarget.get(row.target) ?? []), record]);
  }
  for (const [target, records] of byTarget) noteEndpoint(tables, target, records, request);
  return refused;
}

function findHeld({ deliveries }: MemoryTables, { delivery }: AttemptRecord): DeliveryRow | undefined {
  const row = deliveries.get(fromRowId("delivery", delivery.id) ?? 0);
  return row?.state === "sending" && row.fence === delivery.fence ? row : undefined;
}

function saveAttempt(tables: MemoryTables, row: DeliveryRow, record: AttemptRecord): void {
  const { result, outcome } = record;
  row.attempts.push({
    deliveryId: record.delivery.id,
    number: row.attempts.length + 1,
    ...result,
    ...(outcome.state === "scheduled" ? { nextAttemptAt: outcome.at } : {}),
  });
  row.scheduleAttempts = toDeliveryChange(record, tables.clock()).scheduleAttempts;
  if (outcome.state === "scheduled") {
    moveDelivery(tables, row, { state: "scheduled", dueAt: outcome.at });
    return;
  }
  moveDelivery(tables, row, outcome);
  advanceLine(tables, row);
}

function noteEndpoint(
  { clock, notices, nextSeq }: MemoryTables,
  target: EndpointRow,
  records: readonly AttemptRecord[],
  request: RecordRequest,
): void {
  const now = clock();
  const hour = countHour(records, now);
  target.hours.set(hour.hour, addHours(target.hours.get(hour.hour), hour));
  const ends = records.map(({ result }) => ({ attemptClass: classifyAttempt(result), at: now }));
  const { health, disabled } = noteAttempts(healthOf(target), ends, request);
  saveHealth(target, health);
  if (disabled === undefined || target.endpoint.status === "disabled") return;
  target.endpoint = { ...target.endpoint, status: "disabled", disabledReason: disabled, updatedAt: now };
  const { failingSince } = health;
  const id = toRowId("notice", nextSeq());
  notices.set(id, {
    id,
    endpointId: target.endpoint.id,
    reason: disabled,
    disabledAt: now,
    ...(failingSince === undefined ? {} : { failingSince }),
  });
}
