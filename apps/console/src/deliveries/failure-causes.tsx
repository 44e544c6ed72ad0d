import type { FailureCauseQuery, FailureCauseResource } from "@plugboard/api/client";
import { groupFailedDeliveries, setFailureCauseStatus } from "@plugboard/api/routes";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Check, Eye, RotateCcw } from "lucide-react";
import { live } from "../data/live.ts";
import { api, readPage } from "../data/platform-api.ts";
import { usePortalSession } from "../data/portal-session.ts";
import { useChange } from "../data/queries.ts";
import { ActionMenu } from "../ui/action-menu.tsx";
import { ErrorMessage } from "../ui/error-message.tsx";
import { formatCount } from "../ui/format.ts";
import { Skeleton } from "../ui/page.tsx";
import { showToast } from "../ui/show-toast.ts";
import { StatusBadge } from "../ui/status-badge.tsx";
import { TimeAgo } from "../ui/time.tsx";
import { nameTarget } from "./describe-delivery.ts";
import type { DeliveriesSearch } from "./deliveries-search.ts";

interface FailureCausesProps {
  readonly query: FailureCauseQuery;
  /** The URL filters for links from a cause to its deliveries. */
  readonly search: DeliveriesSearch;
  /** The number of causes to show. Defaults to all. */
  readonly most?: number | undefined;
  /** Whether to leave out resolved causes. */
  readonly isUnresolved?: boolean | undefined;
}

/** Failed deliveries grouped by cause and target, largest group first. */
export function FailureCauses({ query, search, most, isUnresolved = false }: FailureCausesProps) {
  const isPortal = usePortalSession() !== undefined;
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
  const items = causes.data.items.filter(({ status }) => !(isUnresolved && status === "resolved"));
  if (items.length === 0)
    return (
      <p className="hint">
        {causes.data.items.length === 0 ? "No failed deliveries." : "All failures are resolved."}
      </p>
    );
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
          <StatusBadge status={cause.status} />
          {!isPortal && query.organization !== undefined && (
            <StatusMenu organizationId={query.organization} cause={cause} />
          )}
        </li>
      ))}
    </ul>
  );
}

interface StatusMenuProps {
  readonly organizationId: string;
  readonly cause: FailureCauseResource;
}

const changes = [
  { status: "acknowledged", title: "Acknowledge", icon: Eye, done: "Acknowledged" },
  { status: "resolved", title: "Resolve until the next failure", icon: Check, done: "Resolved" },
  { status: "open", title: "Reopen", icon: RotateCcw, done: "Reopened" },
] as const;

function StatusMenu({ organizationId, cause }: StatusMenuProps) {
  const { installationId, target, failure, responseStatus, errorCode } = cause;
  const endpointId = target.kind === "endpoint" ? target.endpointId : undefined;
  const change = useChange(({ status }: (typeof changes)[number]) =>
    api.call(setFailureCauseStatus, {
      params: { organizationId },
      body: { installationId, endpointId, failure, responseStatus, errorCode, status },
    }),
  );
  return (
    <>
      <ActionMenu
        small
        label={`Status of ${nameCause(cause)}`}
        groups={[
          changes
            .filter(({ status }) => status !== cause.status)
            .map((one) => ({
              title: one.title,
              icon: one.icon,
              run: () =>
                change.mutate(one, {
                  onSuccess: () => showToast({ title: one.done, description: nameCause(cause) }),
                }),
            })),
        ]}
      />
      <ErrorMessage error={change.error} />
    </>
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
