import { DeliveryError } from "../errors/delivery-error.ts";
import type { EndpointHealth } from "../queue/endpoint-health.ts";
import type { Row } from "../rows/columns.ts";
import { fromHealth } from "../rows/endpoint-row.ts";
import type { SqliteSession } from "./session.ts";

/** Finds the row of an endpoint that is not deleted. */
export function findEndpointRow({ prepare }: SqliteSession, id: string): Row | undefined {
  return prepare("SELECT * FROM webhook_endpoints WHERE id = ?").get(id);
}

/** The same, throwing `DeliveryError` (`endpoint_not_found`) when there is none. */
export function getEndpointRow(session: SqliteSession, id: string): Row {
  const row = findEndpointRow(session, id);
  if (row === undefined) throw new DeliveryError("endpoint_not_found", `there is no endpoint ${id}`);
  return row;
}

/** Writes an endpoint's health. */
export function saveHealth({ prepare }: SqliteSession, endpoint: number, health: EndpointHealth): void {
  prepare(
    "UPDATE webhook_endpoints SET circuit = ?, bucket_full_at = ?, failing_since = ? WHERE seq = ?",
  ).run(...fromHealth(health), endpoint);
}
