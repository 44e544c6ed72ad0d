import { DeliveryError } from "../delivery-error.ts";
import type { EndpointHealth } from "../queue/endpoint-health.ts";
import type { Row } from "../rows/columns.ts";
import { fromHealth } from "../rows/endpoint-row.ts";
import type { Query } from "./session.ts";

/** Finds the row of an endpoint that is not deleted. */
export async function findEndpointRow(query: Query, id: string): Promise<Row | undefined> {
  const [row] = await query("SELECT * FROM webhooks.endpoints WHERE id = $1", [id]);
  return row;
}

/** The same, throwing `DeliveryError` (`endpoint_not_found`) when there is none. */
export async function getEndpointRow(query: Query, id: string): Promise<Row> {
  return foundEndpoint(await findEndpointRow(query, id), id);
}

/** The row, if there is one; throws `DeliveryError` (`endpoint_not_found`) otherwise. */
export function foundEndpoint(row: Row | undefined, id: string): Row {
  if (row === undefined) throw new DeliveryError("endpoint_not_found", `there is no endpoint ${id}`);
  return row;
}

/** Writes an endpoint's health. */
export async function saveHealth(query: Query, endpoint: number, health: EndpointHealth): Promise<void> {
  await query(
    "UPDATE webhooks.endpoints SET circuit = $2, bucket_full_at = $3, failing_since = $4 WHERE seq = $1",
    [endpoint, ...fromHealth(health)],
  );
}
