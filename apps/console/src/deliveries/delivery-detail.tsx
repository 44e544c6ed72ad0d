import { isCustomEventType } from "@plugboard/api";
import type { AttemptResource, DeliveryResource, DeliveryTarget } from "@plugboard/api/client";
import {
  getDelivery,
  getDeliveryBody,
  listDeliveries,
  listDeliveryAttempts,
  sendDeliveryAgain,
} from "@plugboard/api/routes";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { GitCompare, Pencil, RotateCw, Terminal, X } from "lucide-react";
import { Suspense, useState } from "react";
import { api, readPage } from "../data/platform-api.ts";
import { useEventTypes } from "../data/event-types.ts";
import { useMayChange } from "../data/portal-session.ts";
import { useChange, useRead, useReadAll, useReadOnce } from "../data/queries.ts";
import { Button, IconButton } from "../ui/button.tsx";
import { Code } from "../ui/code.tsx";
import { Copyable } from "../ui/copy.tsx";
import { ErrorMessage } from "../ui/error-message.tsx";
import { formatDuration } from "../ui/format.ts";
import { lazy } from "../ui/lazy.ts";
import { Skeleton } from "../ui/page.tsx";
import { StatusBadge } from "../ui/status-badge.tsx";
import { Moment, TimeAgo } from "../ui/time.tsx";
import { showToast } from "../ui/show-toast.ts";
import { useNow } from "../ui/use-now.ts";
import { describeDelivery, nameTarget, statusLabel } from "./describe-delivery.ts";
import { ProbeButton } from "./probe-button.tsx";
import { toCurl } from "./to-curl.ts";

const CompareDialog = lazy(async () => ({
  default: (await import("./compare-dialog.tsx")).CompareDialog,
}));
const ResendDialog = lazy(async () => ({ default: (await import("./resend-dialog.tsx")).ResendDialog }));

interface DeliveryDetailProps {
  readonly deliveryId: string;
  /** The delivery as listed; `undefined` if it isn't in the loaded list. */
  readonly listed: DeliveryResource | undefined;
  /** Whether the list is loaded, so that a missing delivery must be fetched. */
  readonly isListed: boolean;
  /** Opens another delivery instead. */
  readonly onOpen: (deliveryId: string) => void;
  readonly onClose: () => void;
}

/** Shows a delivery: its state, attempts and payload. */
export function DeliveryDetail({ deliveryId, listed, isListed, onOpen, onClose }: DeliveryDetailProps) {
  // The API addresses a delivery through its installation, which the URL doesn't name.
  const found = useQuery({
    queryKey: [listDeliveries.id, "one", deliveryId],
    queryFn: async () => {
      const [delivery] = (await readPage(listDeliveries, { query: { deliveryId } })).items;
      if (delivery !== undefined) return delivery;
      throw new Error(`Delivery ${deliveryId} doesn’t exist.`);
    },
    enabled: isListed && listed === undefined,
  });
  const delivery = listed ?? found.data;
  return (
    <aside className="panel delivery-detail" aria-label="Delivery">
      <header className="panel-header">
        <h2 className="clip" title={delivery?.eventType}>
          {delivery?.eventType ?? "Delivery"}
        </h2>
        {delivery !== undefined && <StatusBadge status={statusLabel(delivery)} />}
        <span className="end">
          <IconButton icon={X} label="Close" onClick={onClose} />
        </span>
      </header>
      <ErrorMessage error={found.error} />
      {delivery === undefined ? (
        found.error === null && <Skeleton />
      ) : (
        <Detail listed={delivery} onOpen={onOpen} />
      )}
    </aside>
  );
}

interface DetailProps extends Pick<DeliveryDetailProps, "onOpen"> {
  readonly listed: DeliveryResource;
}

function Detail({ listed, onOpen }: DetailProps) {
  const [asked, setAsked] = useState<"compare" | "resend">();
  const close = (): void => setAsked(undefined);
  const params = { installationId: listed.installationId, deliveryId: listed.id };
  const { data: delivery = listed } = useRead(getDelivery, { params });
  const attempts = useReadAll(listDeliveryAttempts, { params });
  const body = useReadOnce(getDeliveryBody, { params });
  const now = useNow(1000);
  const mayChange = useMayChange();
  const { data: webhookTypes = [] } = useEventTypes();
  const { target, eventType } = delivery;
  const isForEndpoints =
    target.kind === "endpoint" ||
    isCustomEventType(eventType) ||
    webhookTypes.some(({ type }) => type === eventType);
  const again = useChange(
    () => api.call(sendDeliveryAgain, { params }),
    () => showToast({ title: "Delivery resent", description: listed.eventType }),
  );
  const [last] = attempts.data?.toReversed() ?? [];
  const copyCurl = async (): Promise<void> => {
    await navigator.clipboard.writeText(toCurl(nameTarget(delivery), last, body.data?.body ?? ""));
    showToast({ title: "Copied as cURL" });
  };
  const why = describeDelivery(delivery, now);
  return (
    <>
      {why !== "" && <p className="why">{why}</p>}
      <div className="actions">
        {mayChange && (
          <Button
            icon={RotateCw}
            variant="primary"
            busy={again.isPending}
            disabled={delivery.status === "sending"}
            onClick={() => again.mutate(undefined)}
          >
            Resend
          </Button>
        )}
        <ProbeButton delivery={delivery} />
        {delivery.target.kind === "endpoint" && delivery.target.destination === undefined && (
          <Button icon={Terminal} disabled={body.data === undefined} onClick={() => void copyCurl()}>
            Copy as cURL
          </Button>
        )}
        {mayChange && isForEndpoints && (
          <Button icon={Pencil} disabled={body.data === undefined} onClick={() => setAsked("resend")}>
            Edit and resend…
          </Button>
        )}
        <Button icon={GitCompare} disabled={body.data === undefined} onClick={() => setAsked("compare")}>
          Compare…
        </Button>
      </div>
      {body.data !== undefined && asked !== undefined && (
        <Suspense>
          {asked === "compare" ? (
            <CompareDialog delivery={delivery} body={body.data.body} onClose={close} />
          ) : (
            <ResendDialog
              delivery={delivery}
              body={body.data.body}
              onClose={close}
              onSent={(deliveryId) => {
                close();
                onOpen(deliveryId);
              }}
            />
          )}
        </Suspense>
      )}
      <ErrorMessage error={again.error ?? attempts.error ?? body.error} />
      <dl className="facts">
        <dt>To</dt>
        <dd>
          {delivery.target.kind === "endpoint" ? (
            <Copyable text={delivery.target.url} label="Copy URL" />
          ) : (
            <Link to="/installed/$installationId" params={{ installationId: delivery.installationId }}>
              {delivery.target.integration}
            </Link>
          )}
        </dd>
        <dt>Created</dt>
        <dd>
          <Moment time={delivery.createdAt} />
        </dd>
        <dt>Event</dt>
        <dd>
          <Copyable text={delivery.eventId} label="Copy event ID" />
        </dd>
        <dt>Delivery</dt>
        <dd>
          <Copyable text={delivery.id} label="Copy delivery ID" />
        </dd>
      </dl>
      <h3>Attempts</h3>
      {attempts.data?.length === 0 && <p className="hint">No attempts yet.</p>}
      <ol className="timeline">
        {attempts.data?.map((attempt) => (
          <AttemptItem
            key={attempt.number}
            attempt={attempt}
            isLast={attempt === last}
            target={delivery.target}
          />
        ))}
        {delivery.wait?.reason === "failing" && delivery.wait.until !== undefined && (
          <li data-tone="next">
            <p>
              The endpoint’s circuit is open after too many consecutive failures. Next probe in{" "}
              {formatDuration(Math.max(0, Date.parse(delivery.wait.until) - now))}
              <span className="hint">
                {" "}
                · <Moment time={delivery.wait.until} />
              </span>
            </p>
          </li>
        )}
        {delivery.nextAttemptAt !== undefined && Date.parse(delivery.nextAttemptAt) > now && (
          <li data-tone="next">
            <p>
              Attempt {delivery.attempts + 1} in {formatDuration(Date.parse(delivery.nextAttemptAt) - now)}
              <span className="hint">
                {" "}
                · <Moment time={delivery.nextAttemptAt} />
              </span>
            </p>
          </li>
        )}
      </ol>
      <h3>Body</h3>
      {body.data === undefined ? (
        body.error === null && <Skeleton />
      ) : (
        <Code text={body.data.body} label="Request body" />
      )}
    </>
  );
}

interface AttemptItemProps {
  readonly attempt: AttemptResource;
  readonly isLast: boolean;
  readonly target: DeliveryTarget;
}

function AttemptItem({ attempt, isLast, target }: AttemptItemProps) {
  const { number, startedAt, durationMilliseconds, responseStatus, error, errorCode } = attempt;
  const { requestHeaders, responseHeaders, responseExcerpt, nextAttemptAt, transformedBy } = attempt;
  const isMessage = target.kind === "endpoint" && target.destination !== undefined;
  const isGood = responseStatus !== undefined && responseStatus < 300 && error === undefined;
  const outcome = responseStatus ?? errorCode?.replaceAll("_", " ") ?? "no response";
  const delay =
    nextAttemptAt === undefined
      ? undefined
      : Date.parse(nextAttemptAt) - Date.parse(startedAt) - durationMilliseconds;
  return (
    <li data-tone={isGood ? "good" : "bad"}>
      <details open={isLast && !isGood}>
        <summary>
          <strong>{outcome}</strong> after {formatDuration(durationMilliseconds)}
          <span className="hint">
            {" "}
            · attempt {number} · <TimeAgo time={startedAt} />
          </span>
        </summary>
        {error !== undefined && <p>{error}</p>}
        {transformedBy !== undefined && <p className="hint">Payload created by {transformedBy}.</p>}
        {responseExcerpt !== undefined && (
          <>
            <h4>{isMessage ? "Reply" : "Response body"}</h4>
            <pre>{responseExcerpt}</pre>
          </>
        )}
        <Headers title="Response headers" headers={responseHeaders} />
        <Headers title={isMessage ? "Message" : "Request headers"} headers={requestHeaders} />
        {target.kind === "endpoint" && (
          <p className="hint">
            {isMessage ? "Published to " : "Sent as "}
            <code>{isMessage ? target.url : `POST ${target.url}`}</code> with the body below. Signatures and
            the values of custom headers aren’t logged.
          </p>
        )}
      </details>
      {delay !== undefined && delay > 0 && <p className="hint">Retry after {formatDuration(delay)}</p>}
    </li>
  );
}

interface HeadersProps {
  readonly title: string;
  readonly headers: Readonly<Record<string, string>> | undefined;
}

function Headers({ title, headers = {} }: HeadersProps) {
  const pairs = Object.entries(headers);
  if (pairs.length === 0) return null;
  return (
    <>
      <h4>{title}</h4>
      <dl className="headers">
        {pairs.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}
