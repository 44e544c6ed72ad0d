import type { ClaimRequest } from "../delivery-queue.ts";
import type { AdmissionLimits } from "../queue/admit-endpoint.ts";
import { number } from "../rows/columns.ts";
import type { Query } from "./session.ts";
import { toVisit, type Visit } from "./visit-endpoints.ts";

const lock =
  "SELECT seq FROM webhooks.endpoints WHERE seq = ANY ($1) ORDER BY seq FOR NO KEY UPDATE SKIP LOCKED";

// A statement of its own: its snapshot begins after the locks were there, so it counts what others claimed before.
const look = `
  SELECT endpoints.*,
    (SELECT count(*) FROM webhooks.deliveries WHERE endpoint = endpoints.seq AND state = 'sending') AS sending
  FROM webhooks.endpoints WHERE seq = ANY ($1)`;

/** Locks those endpoints that no other transaction has locked, and looks at them anew. */
export async function lockEndpoints(
  query: Query,
  endpoints: readonly number[],
  request: ClaimRequest,
  limits: AdmissionLimits,
): Promise<Map<number, Visit>> {
  const locked = await query(lock, [endpoints]);
  const rows = await query(look, [locked.map((row) => number(row, "seq"))]);
  return new Map(rows.map((row) => [number(row, "seq"), toVisit(row, request.roomOf, limits)]));
}
