import type { EndpointHourResource } from "@plugboard/api/client";
import { useLive } from "../data/queries.ts";
import { type EndpointName, readStatistics } from "./endpoint-calls.ts";
import { TimeAgo } from "../ui/time.tsx";

/** How an endpoint is doing: what came of the last day's deliveries, and what waits. */
export function EndpointHealth({ endpoint }: { readonly endpoint: EndpointName }) {
  const { data } = useLive(["statistics", endpoint], () => readStatistics(endpoint));
  if (data === undefined) return null;
  const { hours, pending, sending, failingSince } = data;
  return (
    <p className="hint">
      Last 24 hours: {sum(hours, "delivered")} delivered, {sum(hours, "failed")} failed. Now: {pending}{" "}
      waiting, {sending} in flight.
      {failingSince !== undefined && (
        <>
          {" "}
          It began to fail <TimeAgo time={failingSince} />.
        </>
      )}
    </p>
  );
}

function sum(hours: readonly EndpointHourResource[], name: "delivered" | "failed"): number {
  return hours.reduce((total, hour) => total + hour[name], 0);
}
