import { DeliveryError } from "../errors/delivery-error.ts";
import type { EndpointHealth } from "../queue/endpoint-health.ts";
import type { Row } from "../rows/columns.ts";
import { fromHealth } from "../rows/endpoint-row.ts";
import type { Query } from "./session.ts";

/** Finds the row of an endpoint unless it is deleted. */
export async function findEndpointRow(query: Query, id: string): Promise<Row | undefined> {
  const [row] = await query("SELECT * FROM webhooks.endpoints WHERE id = $1", [id]);
  return row;
}

/** Returns the row of an endpoint. Throws `DeliveryError` (`endpoint_not_found`) if it doesn't exist. */
export async function getEndpointRow(query: Query, id: string): Promise<Row> {
  return foundEndpoint(await findEndpointRow(query, id), id);
}

/** Returns the row, or throws `DeliveryError` (`endpoint_not_found`) if there is none. */
export function foundEndpoint(row: Row | undefined, id: string): Row {
  if (row === undefined) throw new DeliveryError("endpoint_not_found", `endpoint ${id} does not exist`);
  return row;
}

/** Writes endpoints' health, by endpoint row, in one statement. */
export async function saveHealths(query: Query, healths: ReadonlyMap<number, EndpointHealth>): Promise<void> {
  if (healths.size === 0) return;
  const values = [...healths.values()].map(fromHealth);
  await query(
    `UPDATE webhooks.endpoints SET circuit = given.circuit, bucket_full_at = given.full_at, failing_since = given.failing_since
     FROM unnest($1::bigint[], $2::text[], $3::double precision[], $4::bigint[])
       AS given (seq, circuit, full_at, failing_since)
     WHERE endpoints.seq = given.seq`,
    [[...healths.keys()], ...[0, 1, 2].map((column) => values.map((value) => value[column]))],
  );
}
