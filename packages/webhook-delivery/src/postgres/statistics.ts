import type { EndpointStatistics } from "../model/endpoint-statistics.ts";
import { hourOf } from "../queue/count-hour.ts";
import { number, optionalNumber } from "../rows/columns.ts";
import { toEndpointHour } from "../rows/endpoint-hour-row.ts";
import { getEndpointRow } from "./find-endpoint.ts";
import type { Query } from "./statement.ts";

// Each part reads an index of its own and stops early, however long the endpoint's history is.
const countDeliveries = `
  SELECT least(10000,
      (SELECT count(*) FROM (SELECT 1 FROM webhooks.deliveries WHERE endpoint = $1 AND ready LIMIT 10000) AS due)
      + (SELECT count(*) FROM (SELECT 1 FROM webhooks.deliveries
          WHERE endpoint = $1 AND state = 'scheduled' AND NOT ready LIMIT 10000) AS later)
      + (SELECT count(*) FROM (SELECT 1 FROM webhooks.deliveries
          WHERE endpoint = $1 AND state = 'waiting' AND ordering_key IS NOT NULL LIMIT 10000) AS waiting)
    ) AS pending,
    (SELECT count(*) FROM webhooks.deliveries WHERE endpoint = $1 AND state = 'sending') AS sending,
    (SELECT created_at FROM webhooks.deliveries WHERE endpoint = $1 AND ready ORDER BY seq LIMIT 1) AS oldest_due_at`;

/** Reads how an endpoint has been doing since a time. Throws `DeliveryError` (`endpoint_not_found`). */
export async function readEndpointStatistics(
  query: Query,
  endpointId: string,
  since: number,
): Promise<EndpointStatistics> {
  const endpoint = number(await getEndpointRow(query, endpointId), "seq");
  const [counts = {}] = await query(countDeliveries, [endpoint]);
  const hours = await query(
    "SELECT * FROM webhooks.endpoint_hours WHERE endpoint = $1 AND hour >= $2 ORDER BY hour",
    [endpoint, hourOf(since)],
  );
  const oldestDueAt = optionalNumber(counts, "oldest_due_at");
  return {
    endpointId,
    pending: number(counts, "pending"),
    sending: number(counts, "sending"),
    ...(oldestDueAt === undefined ? {} : { oldestDueAt }),
    hours: hours.map(toEndpointHour),
  };
}
