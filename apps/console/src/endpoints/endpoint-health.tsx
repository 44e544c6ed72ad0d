import type { EndpointHealth } from "@plugboard/api/client";
import { formatNumber } from "../ui/format.ts";
import { StatusBadge } from "../ui/status-badge.tsx";
import { TimeAgo } from "../ui/time.tsx";

/** Whether someone has to look at an endpoint. */
export function needsAttention({ state }: EndpointHealth): boolean {
  return state !== "healthy";
}

/** The health of an endpoint with the numbers that justify it. */
export function HealthView({ health }: { readonly health: EndpointHealth }) {
  const { state, requests, failedRequests, waiting, failingSince } = health;
  const isFailing = state === "failing" || state === "degraded";
  return (
    <span className="health">
      <StatusBadge status={state} />
      <span className="hint">
        {requests === 0
          ? "No requests in 24 h"
          : `${formatNumber(failedRequests)} of ${formatNumber(requests)} requests failed in 24 h`}
        {waiting > 0 && ` · ${formatNumber(waiting)} waiting`}
        {isFailing && failingSince !== undefined && (
          <>
            {" · failing since "}
            <TimeAgo time={failingSince} />
          </>
        )}
      </span>
    </span>
  );
}
