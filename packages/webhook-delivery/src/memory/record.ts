import type { AttemptRecord, Recorded, RecordRequest } from "../delivery-queue.ts";
import { classifyAttempt } from "../policy/classify-attempt.ts";
import { addHours, countHour } from "../queue/count-hour.ts";
import { toDeliveryChange } from "../queue/delivery-change.ts";
import { isHeldBack, noteAttempts } from "../queue/note-attempts.ts";
import { fromRowId, toRowId } from "../rows/row-id.ts";
import { healthOf, saveHealth } from "./claim.ts";
import { advanceLine } from "./lines.ts";
import { moveDelivery } from "./move-delivery.ts";
import type { DeliveryRow, EndpointRow, MemoryTables } from "./tables.ts";

/** Notes outcomes with their attempts. */
export function recordAttempts(tables: MemoryTables, request: RecordRequest): Recorded {
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
  const heldBack = [...byTarget]
    .filter(([target, records]) => noteEndpoint(tables, target, records, request))
    .map(([target]) => target.endpoint.id);
  const deleted = request.records
    .map(({ delivery }) => delivery.endpointId)
    .filter((id) => !tables.endpoints.has(id));
  return { refused, heldBack: [...heldBack, ...new Set(deleted)] };
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

/** Notes what became of an endpoint's deliveries. True when it must not be sent to now. */
function noteEndpoint(
  { clock, notices, nextSeq }: MemoryTables,
  target: EndpointRow,
  records: readonly AttemptRecord[],
  request: RecordRequest,
): boolean {
  const now = clock();
  const { status } = target.endpoint;
  const hour = countHour(records, now);
  target.hours.set(hour.hour, addHours(target.hours.get(hour.hour), hour));
  const ends = records.map(({ result }) => ({ attemptClass: classifyAttempt(result), at: now }));
  const noted = noteAttempts(healthOf(target), ends, request);
  const { health, disabled } = noted;
  saveHealth(target, health);
  if (disabled === undefined || status === "disabled") return isHeldBack(status, noted);
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
  return true;
}
