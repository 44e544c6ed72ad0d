import type { FailureCauseQuery, FailureCauseResource } from "@plugboard/api/client";
import { groupFailedDeliveries } from "@plugboard/api/routes";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { live } from "../data/live.ts";
import { readPage } from "../data/platform-api.ts";
import { ErrorMessage } from "../ui/error-message.tsx";
import { formatCount } from "../ui/format.ts";
import { Skeleton } from "../ui/page.tsx";
import { TimeAgo } from "../ui/time.tsx";
import { nameTarget } from "./describe-delivery.ts";
import type { DeliveriesSearch } from "./deliveries-search.ts";

interface FailureCausesProps {
  readonly query: FailureCauseQuery;
  /** The URL filters for links from a cause to its deliveries. */
  readonly search: DeliveriesSearch;
  /** The number of causes to show. Defaults to all. */
  readonly most?: number | undefined;
}

/** Failed deliveries grouped by cause and target, largest group first. */
export function FailureCauses({ query, search, most }: FailureCausesProps) {
  const causes = useQuery({
    queryKey: [groupFailedDeliveries.id, query],
    queryFn: () => readPage(groupFailedDeliveries, { query }),
    placeholderData: keepPreviousData,
    enabled: query.organization !== undefined,
    ...live("deliveries"),
  });
  if (causes.error !== null)
    return <ErrorMessage error={causes.error} onRetry={() => void causes.refetch()} />;
  if (causes.data === undefined) return <Skeleton />;
  const { items } = causes.data;
  if (items.length === 0) return <p className="hint">No failed deliveries.</p>;
  return (
    <ul className="plain-list causes">
      {items.slice(0, most).map((cause) => (
        <li key={keyOf(cause)} className="row">
          <span className="cause">
            <Link to="/deliveries" search={{ ...search, ...filterOf(cause) }}>
              {nameCause(cause)}
            </Link>
            <span className="hint clip" title={nameTarget(cause)}>
              {nameTarget(cause)}
            </span>
          </span>
          <span className="end">{formatCount(cause.count, "delivery", "deliveries")}</span>
          <span className="hint">
            last <TimeAgo time={cause.failedAt} />
          </span>
        </li>
      ))}
    </ul>
  );
}

const failureTitles: Readonly<Record<FailureCauseResource["failure"], string>> = {
  exhausted: "All retries failed",
  rejected: "Rejected",
  gone: "Endpoint gone",
  disabled: "Endpoint disabled",
  canceled: "Canceled",
  expired: "Expired",
};

function nameCause({ failure, responseStatus, errorCode }: FailureCauseResource): string {
  const detail = responseStatus === undefined ? errorCode?.replaceAll("_", " ") : `HTTP ${responseStatus}`;
  return detail === undefined ? failureTitles[failure] : `${failureTitles[failure]}: ${detail}`;
}

function filterOf({ target, installationId, responseStatus }: FailureCauseResource): DeliveriesSearch {
  return {
    status: "failed",
    endpoint: target.kind === "endpoint" ? target.endpointId : installationId,
    code: responseStatus,
    view: undefined,
  };
}

function keyOf({ target, installationId, failure, responseStatus, errorCode }: FailureCauseResource): string {
  return JSON.stringify([target, installationId, failure, responseStatus, errorCode]);
}
