import type { EndpointStatistics } from "../model/endpoint-statistics.ts";
import { hourOf } from "../queue/count-hour.ts";
import { number, optionalNumber } from "../rows/columns.ts";
import { toEndpointHour } from "../rows/endpoint-hour-row.ts";
import { getEndpointRow } from "./find-endpoint.ts";
import type { SqliteSession } from "./session.ts";

// Each part reads an index of its own and stops early, however long the endpoint's history is.
const countPending = `
  SELECT min(10000,
    (SELECT count(*) FROM (SELECT 1 FROM webhook_deliveries WHERE endpoint = :endpoint AND ready = 1 LIMIT 10000))
    + (SELECT count(*) FROM (SELECT 1 FROM webhook_deliveries
        WHERE endpoint = :endpoint AND state = 'scheduled' AND ready = 0 LIMIT 10000))
    + (SELECT count(*) FROM (SELECT 1 FROM webhook_deliveries
        WHERE endpoint = :endpoint AND state = 'waiting' AND ordering_key IS NOT NULL LIMIT 10000))
  ) AS pending`;

/** Reads how an endpoint has been doing since a time. Throws `DeliveryError` (`endpoint_not_found`). */
export function readEndpointStatistics(
  session: SqliteSession,
  endpointId: string,
  since: number,
): EndpointStatistics {
  const { first, prepare } = session;
  const endpoint = number(getEndpointRow(session, endpointId), "seq");
  const sending =
    "SELECT count(*) AS sending FROM webhook_deliveries WHERE endpoint = ? AND state = 'sending'";
  const oldest = `SELECT (SELECT created_at FROM webhook_deliveries WHERE endpoint = ? AND ready = 1 ORDER BY seq LIMIT 1)
    AS created_at`;
  const oldestDueAt = optionalNumber(first(oldest, endpoint), "created_at");
  return {
    endpointId,
    pending: number(prepare(countPending).get({ endpoint }) ?? {}, "pending"),
    sending: number(first(sending, endpoint), "sending"),
    ...(oldestDueAt === undefined ? {} : { oldestDueAt }),
    hours: prepare("SELECT * FROM webhook_endpoint_hours WHERE endpoint = ? AND hour >= ? ORDER BY hour")
      .all(endpoint, hourOf(since))
      .map(toEndpointHour),
  };
}
