import { DeliveryError } from "../errors/delivery-error.ts";
import type { EndpointHealth } from "../queue/endpoint-health.ts";
import type { Row } from "../rows/columns.ts";
import { fromHealth } from "../rows/endpoint-row.ts";
import type { SqliteSession } from "./session.ts";

/** Finds the row of an endpoint unless it is deleted. */
export function findEndpointRow({ prepare }: SqliteSession, id: string): Row | undefined {
  return prepare("SELECT * FROM webhook_endpoints WHERE id = ?").get(id);
}

/** Returns the row of an endpoint. Throws `DeliveryError` (`endpoint_not_found`) if it doesn't exist. */
export function getEndpointRow(session: SqliteSession, id: string): Row {
  const row = findEndpointRow(session, id);
  if (row === undefined) throw new DeliveryError("endpoint_not_found", `endpoint ${id} does not exist`);
  return row;
}

export function saveHealth({ prepare }: SqliteSession, endpoint: number, health: EndpointHealth): void {
  prepare(
    "UPDATE webhook_endpoints SET circuit = ?, bucket_full_at = ?, failing_since = ? WHERE seq = ?",
  ).run(...fromHealth(health), endpoint);
}
