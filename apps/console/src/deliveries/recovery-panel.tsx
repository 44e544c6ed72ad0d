import type { RecoveryResource, RecoverySelection } from "@plugboard/api/client";
import { replayEvents } from "@plugboard/api/routes";
import { useState } from "react";
import { api } from "../data/platform-api.ts";
import { useChange, useLive } from "../data/queries.ts";
import {
  cancelRecovery,
  countRecovery,
  type EndpointName,
  listRecoveries,
  startRecovery,
} from "../data/endpoint-calls.ts";
import { Button } from "../ui/button.tsx";
import { ConfirmDialog } from "../ui/dialog.tsx";
import { ErrorMessage } from "../ui/error-message.tsx";
import { Form } from "../ui/form.tsx";
import { formatNumber } from "../ui/format.ts";
import { MomentFilter } from "../ui/moment-filter.tsx";
import { TimeAgo } from "../ui/time.tsx";

const dayMilliseconds = 24 * 3600 * 1000;

interface RecoveryPanelProps {
  readonly endpoint: EndpointName;
  /** The initial time range (ISO 8601). Defaults to the last day. */
  readonly span?: { readonly since: string; readonly before: string } | undefined;
  /** Only events from this type. */
  readonly eventType?: string | undefined;
}

/** Counts and resends the failed deliveries of a time range, and shows the progress. */
export function RecoveryPanel({ endpoint, span, eventType }: RecoveryPanelProps) {
  const recoveries = useLive(["recoveries", endpoint], () => listRecoveries(endpoint), "endpoints");
  const [since, setSince] = useState(() => span?.since ?? dayAgo());
  const [before, setBefore] = useState(span?.before);
  const selection: RecoverySelection = {
    failedSince: since,
    ...(before !== undefined && { failedBefore: before }),
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
  const isReversed = before !== undefined && Date.parse(since) >= Date.parse(before);
  return (
    <Form className="recovery" onSubmit={() => start.mutate(undefined)}>
      <div className="row">
        <MomentFilter
          label="Resend deliveries that failed since"
          value={since}
          required
          onChange={(time) => time !== undefined && setSince(time)}
        />
        <MomentFilter label="until" value={before} onChange={setBefore} />
        {/* A press that applies a time doesn't start a recovery whose count the user hasn't seen. */}
        <button
          type="submit"
          className="button"
          disabled={start.isPending || counted.isPending || count === 0}
        >
          {count === undefined || count === 0 ? "Recover" : `Recover ${formatNumber(count)}`}
        </button>
        <output className="hint">{latest !== undefined && <Ended recovery={latest} />}</output>
      </div>
      {isReversed && (
        <p className="problem" role="alert">
          The start must be before the end. Choose an earlier start.
        </p>
      )}
      {count === 0 && !isReversed && (
        <p className="hint">
          No deliveries failed permanently in this time range. Pending deliveries are retried automatically.
        </p>
      )}
      <ErrorMessage error={start.error ?? counted.error} />
      {endpoint.endpointId !== undefined && (
        <Replay
          endpoint={{ installationId: endpoint.installationId, endpointId: endpoint.endpointId }}
          selection={selection}
          isDisabled={isReversed}
        />
      )}
    </Form>
  );
}

interface ReplayProps {
  readonly endpoint: Required<EndpointName> & { readonly endpointId: string };
  readonly selection: RecoverySelection;
  readonly isDisabled: boolean;
}

/** Sends all events of the time range to the endpoint, in batches. */
function Replay({ endpoint, selection, isDisabled }: ReplayProps) {
  const { failedSince: since, failedBefore, eventTypes } = selection;
  const [isAsked, setAsked] = useState(false);
  const [sent, setSent] = useState<number>();
  const replay = useChange(
    async () => {
      const before = failedBefore ?? new Date().toISOString();
      let count = 0;
      let cursor: string | undefined;
      do {
        const part = await api.call(replayEvents, {
          params: endpoint,
          body: { since, before, eventTypes, cursor },
        });
        count += part.replayed;
        cursor = part.next;
        setSent(count);
      } while (cursor !== undefined);
    },
    () => setAsked(false),
  );
  return (
    <div className="row">
      <Button disabled={isDisabled} onClick={() => setAsked(true)}>
        Replay all events…
      </Button>
      <output className="hint">{sent !== undefined && `${formatNumber(sent)} replayed`}</output>
      {isAsked && (
        <ConfirmDialog
          title="Replay all events?"
          consequence="The endpoint receives every event in this time range that it subscribes to, including those it already received. Event IDs stay the same."
          action="Replay"
          busy={replay.isPending}
          error={replay.error}
          onConfirm={() => replay.mutate(undefined)}
          onCancel={() => setAsked(false)}
        />
      )}
    </div>
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
          {recovered} of {total} resent
        </span>
        <Button busy={cancel.isPending} onClick={() => cancel.mutate(undefined)}>
          Cancel
        </Button>
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
      {status === "canceled" ? `Canceled after ${recovered} of ${total}` : `${recovered} resent`}
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
