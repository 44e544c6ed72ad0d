import type { EndpointHealth } from "../queue/endpoint-health.ts";
import { fromHealth } from "../rows/endpoint-row.ts";
import type { SqliteSession } from "./session.ts";

/** Writes an endpoint's health. */
export function saveHealth({ prepare }: SqliteSession, endpoint: number, health: EndpointHealth): void {
  prepare(
    "UPDATE webhook_endpoints SET circuit = ?, bucket_full_at = ?, failing_since = ? WHERE seq = ?",
  ).run(...fromHealth(health), endpoint);
}
