import { DeliveryError } from "../errors/delivery-error.ts";
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
