import type { AttemptRecord, RecordRequest } from "../store/delivery-queue.ts";
import type { DisabledReason } from "../model/endpoint.ts";
import { classifyForEndpoint } from "../policy/decide-outcome.ts";
import { type AttemptEnd, type EndpointHealth, isHeldBack, noteAttempts } from "../queue/endpoint-health.ts";
import { number, optionalText, type Row, text } from "../rows/columns.ts";
import { isHeld, toHealth } from "../rows/endpoint-row.ts";
import { saveHealths } from "./endpoint-rows.ts";
import type { Query } from "./session.ts";
import { named } from "./statements.ts";
import { callTurns } from "./turns.ts";

/** An accepted record with its endpoint's row. */
export interface AcceptedRecord {
  readonly record: AttemptRecord;
  readonly endpoint: number;
}

// Successes of healthy endpoints change nothing, so their rows are neither read nor locked.
const lockChanging = named(
  "lock_changing_endpoints",
  `
  SELECT * FROM webhooks.endpoints
  WHERE seq = ANY ($2) AND (seq = ANY ($1) OR circuit IS NOT NULL OR failing_since IS NOT NULL)
  ORDER BY seq FOR NO KEY UPDATE`,
);

/**
 * Updates endpoints from accepted records: the circuit, the failure streak, and whether to disable them.
 * Returns the IDs of endpoints to pause.
 */
export async function noteEndpoints(
  query: Query,
  accepted: readonly AcceptedRecord[],
  request: RecordRequest,
  now: number,
): Promise<string[]> {
  const ends = new Map<number, AttemptEnd[]>();
  for (const { record, endpoint } of accepted) {
    const end = { attemptClass: classifyForEndpoint(record), at: now };
    const known = ends.get(endpoint);
    if (known === undefined) ends.set(endpoint, [end]);
    else known.push(end);
  }
  const failing = [...ends].filter(([, list]) =>
    list.some(({ attemptClass }) => attemptClass !== "delivered" && attemptClass !== "aborted"),
  );
  const rows = await query(lockChanging, [failing.map(([endpoint]) => endpoint), [...ends.keys()]]);
  const heldBack: string[] = [];
  const healths = new Map<number, EndpointHealth>();
  const changed: number[] = [];
  for (const row of rows) {
    const endpoint = number(row, "seq");
    const before = toHealth(row);
    const noted = noteAttempts(before, ends.get(endpoint) ?? [], request);
    const { health, disabled } = noted;
    if (health !== before) healths.set(endpoint, health);
    if (health.circuit !== before.circuit && !isHeld(row)) changed.push(endpoint);
    if (disabled !== undefined)
      await disable(query, row, disabled, { now, failingSince: health.failingSince });
    const id = optionalText(row, "id");
    if (id !== undefined && isHeldBack(text(row, "status") === "active" && !isHeld(row), noted))
      heldBack.push(id);
  }
  await saveHealths(query, healths);
  await callTurns(query, changed);
  return heldBack;
}

async function disable(
  query: Query,
  row: Row,
  reason: DisabledReason,
  { now, failingSince }: { readonly now: number; readonly failingSince: number | undefined },
): Promise<void> {
  if (text(row, "status") === "disabled") return;
  const endpoint = number(row, "seq");
  await query(
    "UPDATE webhooks.endpoints SET status = 'disabled', disabled_reason = $2, updated_at = $3 WHERE seq = $1",
    [endpoint, reason, now],
  );
  await query(
    "INSERT INTO webhooks.notices (endpoint, reason, disabled_at, failing_since) VALUES ($1, $2, $3, $4)",
    [endpoint, reason, now, failingSince ?? null],
  );
}
