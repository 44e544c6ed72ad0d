import type { EndpointHealth } from "@plugboard/api/client";
import { formatDuration, formatNumber } from "../ui/format.ts";
import { StatusBadge } from "../ui/status-badge.tsx";
import { TimeAgo } from "../ui/time.tsx";

/** Returns whether an endpoint needs attention. */
export function needsAttention({ state }: EndpointHealth): boolean {
  return state !== "healthy";
}

/** An endpoint's health, with the numbers behind it. */
export function HealthView({ health }: { readonly health: EndpointHealth }) {
  const { state, requests, failedRequests, p95Milliseconds, waiting, failingSince } = health;
  const isFailing = state === "failing" || state === "degraded";
  return (
    <span className="health">
      <StatusBadge status={state} />
      <span className="hint">
        {requests === 0
          ? "No requests in the last 24 h"
          : `${formatNumber(failedRequests)} of ${formatNumber(requests)} requests failed in the last 24 h`}
        {p95Milliseconds !== undefined && ` · p95 ${formatDuration(p95Milliseconds)}`}
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
