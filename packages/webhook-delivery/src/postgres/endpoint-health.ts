import type { EndpointHealth } from "../queue/endpoint-health.ts";
import { fromHealth } from "../rows/endpoint-row.ts";
import type { Query } from "./statement.ts";

/** Writes an endpoint's health. */
export async function saveHealth(query: Query, endpoint: number, health: EndpointHealth): Promise<void> {
  await query(
    "UPDATE webhooks.endpoints SET circuit = $2, bucket_full_at = $3, failing_since = $4 WHERE seq = $1",
    [endpoint, ...fromHealth(health)],
  );
}
