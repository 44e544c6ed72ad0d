import type { DeliveryQuery } from "@plugboard/api/client";
import { countDeliveries, listDeliveries, sendDeliveriesAgain } from "@plugboard/api/routes";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { api, readPage } from "../data/platform-api.ts";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { ErrorMessage } from "../ui/error-message.tsx";
import { formatCount, formatNumber } from "../ui/format.ts";

const batch = 100;

interface BulkResendProps {
  /** The filters of the list. */
  readonly query: DeliveryQuery;
  /** IDs of the deliveries to resend. If empty, all failed deliveries of the list. */
  readonly chosen: ReadonlySet<string>;
  readonly onClose: () => void;
}

interface Progress {
  readonly sent: number;
  readonly perSecond: number;
  readonly state: "running" | "done" | "canceled";
}

/** Resends many deliveries: shows the count first, then the progress until done or canceled. */
export function BulkResend({ query, chosen, onClose }: BulkResendProps) {
  const client = useQueryClient();
  const { createdSince: since, createdBefore: before, organization, eventType, endpointId } = query;
  const countQuery = {
    organization,
    eventType,
    endpointId,
    responseStatus: query.responseStatus,
    since,
    before,
    spans: 1,
  };
  const counted = useQuery({
    queryKey: [countDeliveries.id, "to resend", countQuery],
    queryFn: () => api.call(countDeliveries, { query: countQuery }),
    enabled: chosen.size === 0,
  });
  const total = chosen.size > 0 ? chosen.size : counted.data?.spans[0]?.failed;
  const [progress, setProgress] = useState<Progress>();
  const [error, setError] = useState<Error | null>(null);
  const isCanceled = useRef(false);

  const run = async (): Promise<void> => {
    const started = Date.now();
    let sent = 0;
    const report = (state: Progress["state"]): void =>
      setProgress({ sent, perSecond: sent / Math.max(1, (Date.now() - started) / 1000), state });
    report("running");
    try {
      for await (const deliveryIds of chosen.size > 0 ? split([...chosen]) : failedOnes(query)) {
        if (isCanceled.current) break;
        sent += (await api.call(sendDeliveriesAgain, { body: { deliveryIds } })).resent;
        report("running");
      }
      report(isCanceled.current ? "canceled" : "done");
    } catch (failure) {
      setError(failure instanceof Error ? failure : new Error(String(failure)));
      report("canceled");
    }
    await client.invalidateQueries();
  };

  const isRunning = progress?.state === "running";
  return (
    <Dialog
      title="Resend deliveries"
      description={
        chosen.size > 0
          ? `The ${formatCount(chosen.size, "delivery", "deliveries")} you selected.`
          : "All failed deliveries that match the filters and time range."
      }
      onClose={() => {
        isCanceled.current = true;
        onClose();
      }}
      footer={
        <>
          <Button
            onClick={() => {
              isCanceled.current = true;
              if (!isRunning) onClose();
            }}
          >
            {progress === undefined || isRunning ? "Cancel" : "Close"}
          </Button>
          {progress === undefined && (
            <Button
              variant="primary"
              disabled={total === undefined || total === 0}
              onClick={() => void run()}
            >
              {total === undefined ? "Resend" : `Resend ${formatNumber(total)}`}
            </Button>
          )}
        </>
      }
    >
      <ErrorMessage error={counted.error ?? error} />
      {progress === undefined ? (
        <p>
          {total === undefined && "Counting…"}
          {total === 0 && "There are no deliveries to resend."}
          {total !== undefined &&
            total > 0 &&
            `${formatCount(total, "request is", "requests are")} sent, each with its own retries. Receivers that deduplicate by event ID process each event once.`}
        </p>
      ) : (
        <>
          <progress aria-label="Resent" value={progress.sent} max={Math.max(total ?? 0, progress.sent, 1)} />
          <output>
            {formatNumber(progress.sent)} of {formatNumber(Math.max(total ?? 0, progress.sent))} resent
            {isRunning && `, ${formatNumber(progress.perSecond)} a second`}
            {progress.state === "canceled" && "; canceled"}.
          </output>
        </>
      )}
    </Dialog>
  );
}

function* split(ids: readonly string[]): Generator<readonly string[]> {
  for (let index = 0; index < ids.length; index += batch) yield ids.slice(index, index + batch);
}

/** Yields batches of the failed deliveries that match a query, all read before any is resent. */
async function* failedOnes(query: DeliveryQuery): AsyncGenerator<readonly string[]> {
  let cursor: string | undefined;
  do {
    const page = await readPage(listDeliveries, {
      query: { ...query, status: "failed", cursor, limit: batch },
    });
    if (page.items.length > 0) yield page.items.map(({ id }) => id);
    cursor = page.next;
  } while (cursor !== undefined);
}
