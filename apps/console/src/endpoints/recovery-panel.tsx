import type { RecoveryResource } from "@plugboard/api/client";
import { useState } from "react";
import { useChange, useLive } from "../data/queries.ts";
import { cancelRecovery, type EndpointName, listRecoveries, startRecovery } from "./endpoint-calls.ts";
import { ErrorMessage } from "../ui/error-message.tsx";
import { Form } from "../ui/form.tsx";
import { TimeAgo } from "../ui/time.tsx";

const dayMilliseconds = 24 * 3600 * 1000;

/** Sends everything again that failed since a time, and shows how far that is. */
export function RecoveryPanel({ endpoint }: { readonly endpoint: EndpointName }) {
  const recoveries = useLive(["recoveries", endpoint], () => listRecoveries(endpoint));
  const [since, setSince] = useState(() => toLocalTime(Date.now() - dayMilliseconds));
  const start = useChange(() => startRecovery(endpoint, new Date(since).toISOString()));
  const [latest] = recoveries.data?.items ?? [];
  if (latest?.status === "running") return <Running endpoint={endpoint} recovery={latest} />;
  return (
    <Form className="recovery" onSubmit={() => start.mutate(undefined)}>
      <div className="row">
        <label>
          Recover what failed since
          <input
            type="datetime-local"
            value={since}
            required
            onChange={(event) => setSince(event.target.value)}
          />
        </label>
        <button type="submit" className="button" disabled={start.isPending}>
          Recover
        </button>
        <output className="hint">{latest !== undefined && <Ended recovery={latest} />}</output>
      </div>
      <ErrorMessage error={start.error} />
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

/** A time as the browser's own input for it takes it: local, to the minute. */
function toLocalTime(milliseconds: number): string {
  const offset = new Date(milliseconds).getTimezoneOffset() * 60_000;
  return new Date(milliseconds - offset).toISOString().slice(0, "2026-01-01T00:00".length);
}
