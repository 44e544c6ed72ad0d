import type { RecoveryResource, RecoverySelection } from "@plugboard/api/client";
import { useState } from "react";
import { useChange, useLive } from "../data/queries.ts";
import {
  cancelRecovery,
  countRecovery,
  type EndpointName,
  listRecoveries,
  startRecovery,
} from "../data/endpoint-calls.ts";
import { ErrorMessage } from "../ui/error-message.tsx";
import { Form } from "../ui/form.tsx";
import { formatNumber } from "../ui/format.ts";
import { TimeAgo } from "../ui/time.tsx";

const dayMilliseconds = 24 * 3600 * 1000;

interface RecoveryPanelProps {
  readonly endpoint: EndpointName;
  /** When what is to be recovered failed, at first; the last day when left out. ISO 8601 times. */
  readonly span?: { readonly since: string; readonly before: string } | undefined;
  /** Only events of this type. */
  readonly eventType?: string | undefined;
}

/** Sends everything again that failed in a span of time, after it said how many that are, and shows how far it is. */
export function RecoveryPanel({ endpoint, span, eventType }: RecoveryPanelProps) {
  const recoveries = useLive(["recoveries", endpoint], () => listRecoveries(endpoint), "endpoints");
  const [since, setSince] = useState(() => toLocalTime(span?.since ?? dayAgo()));
  const [before, setBefore] = useState(() => (span === undefined ? "" : toLocalTime(span.before)));
  const selection: RecoverySelection = {
    failedSince: new Date(since).toISOString(),
    ...(before !== "" && { failedBefore: new Date(before).toISOString() }),
    ...(eventType !== undefined && { eventTypes: [eventType] }),
  };
  const counted = useLive(
    ["recoverable", endpoint, selection],
    () => countRecovery(endpoint, selection),
    "endpoints",
  );
  const start = useChange(() => startRecovery(endpoint, selection));
  const [latest] = recoveries.data?.items ?? [];
  if (latest?.status === "running") return <Running endpoint={endpoint} recovery={latest} />;
  const count = counted.data?.count;
  return (
    <Form className="recovery" onSubmit={() => start.mutate(undefined)}>
      <div className="row">
        <label>
          Recover what failed since
          <input
            type="datetime-local"
            value={since}
            required
            // Without a time there is nothing to ask for.
            onChange={({ target }) => target.value !== "" && setSince(target.value)}
          />
        </label>
        <label>
          until
          <input
            type="datetime-local"
            value={before}
            min={since}
            onChange={({ target }) => setBefore(target.value)}
          />
        </label>
        <button type="submit" className="button" disabled={start.isPending || count === 0}>
          {count === undefined || count === 0 ? "Recover" : `Recover ${formatNumber(count)}`}
        </button>
        <output className="hint">{latest !== undefined && <Ended recovery={latest} />}</output>
      </div>
      {count === 0 && (
        <p className="hint">
          No deliveries have failed for good in this time. Waiting deliveries are retried automatically.
        </p>
      )}
      <ErrorMessage error={start.error ?? counted.error} />
    </Form>
  );
}

interface RunningProps {
  readonly endpoint: EndpointName;
  readonly recovery: RecoveryResource;
}

function Running({ endpoint, recovery: { id, recovered, total } }: RunningProps) {
  const cancel = useChange(() => cancelRecovery(endpoint, id));
  return (
    <div className="recovery">
      <div className="row">
        <progress aria-label="Recovery" value={recovered} max={Math.max(total, 1)} />
        <span className="hint">
          {recovered} of {total} sent again
        </span>
        <button
          type="button"
          className="button"
          disabled={cancel.isPending}
          onClick={() => cancel.mutate(undefined)}
        >
          Cancel
        </button>
      </div>
      <ErrorMessage error={cancel.error} />
    </div>
  );
}

function Ended({
  recovery: { status, recovered, total, finishedAt },
}: {
  readonly recovery: RecoveryResource;
}) {
  return (
    <>
      {status === "canceled" ? `Canceled after ${recovered} of ${total}` : `${recovered} sent again`}
      {finishedAt !== undefined && (
        <>
          , <TimeAgo time={finishedAt} />
        </>
      )}
    </>
  );
}

function dayAgo(): string {
  return new Date(Date.now() - dayMilliseconds).toISOString();
}

/** A time as the browser's own input for it takes it: local, to the minute. @param iso - ISO 8601 time */
function toLocalTime(iso: string): string {
  const milliseconds = Date.parse(iso);
  const offset = new Date(milliseconds).getTimezoneOffset() * 60_000;
  return new Date(milliseconds - offset).toISOString().slice(0, "2026-01-01T00:00".length);
}
