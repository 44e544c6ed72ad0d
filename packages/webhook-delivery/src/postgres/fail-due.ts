import { number } from "../rows/columns.ts";
import { advanceGroups, lockGroups, orderingGroupsOf } from "./ordering-groups.ts";
import type { PostgresSession } from "./session.ts";
import { claimStep, type Visit } from "./visit-endpoints.ts";

const selectDue = `
  SELECT seq, endpoint, ordering_key FROM webhooks.deliveries WHERE ready AND endpoint = ANY ($1) ORDER BY seq LIMIT $2`;

const fail = `
  UPDATE webhooks.deliveries SET state = 'failed', ready = false, failure_reason = 'disabled', finished_at = $2
  WHERE seq = ANY ($1) AND ready`;

/** Fails the due deliveries of disabled endpoints, so many at a time. They are kept, and can be recovered. */
export async function failDueOfDisabled(
  { transact }: PostgresSession,
  visits: readonly Visit[],
  now: number,
): Promise<void> {
  const disabled = visits.filter(({ candidate }) => candidate.status === "disabled" && !candidate.held);
  if (disabled.length === 0) return;
  await transact(async (query) => {
    const rows = await query(selectDue, [disabled.map(({ seq }) => seq), claimStep]);
    const groups = orderingGroupsOf(rows);
    await lockGroups(query, groups);
    await query(fail, [rows.map((row) => number(row, "seq")), now]);
    await advanceGroups(query, groups, now);
  });
}
