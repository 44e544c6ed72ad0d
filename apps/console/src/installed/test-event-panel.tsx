import { ApiError } from "@plugboard/api/client";
import { getSampleEvent, sendSampleEvent } from "@plugboard/api/routes";
import { useQueries } from "@tanstack/react-query";
import { useState } from "react";
import { useEventTypes } from "../data/event-types.ts";
import { api } from "../data/platform-api.ts";
import { useChange } from "../data/queries.ts";
import { DeliveryTable } from "../deliveries/delivery-table.tsx";
import { useContract } from "../product/contract.ts";
import { useRuntimeEventTypes } from "../product/event-types.ts";
import { Button } from "../ui/button.tsx";
import { Code } from "../ui/code.tsx";
import { ErrorMessage } from "../ui/error-message.tsx";
import { Skeleton } from "../ui/page.tsx";

/** Sends a sample event to an installation and shows the result. */
export function TestEventPanel({ installationId }: { readonly installationId: string }) {
  const listed = useEventTypes();
  const contract = useContract();
  // Webhook event types come first. Render events can't be sent.
  const eventTypes = new Set([...(listed.data ?? []).map(({ type }) => type), ...useRuntimeEventTypes()]);
  eventTypes.delete("ui_render");
  const samples = useQueries({
    queries: [...eventTypes].map((eventType) => ({
      queryKey: [getSampleEvent.id, installationId, eventType],
      queryFn: () => readSample(installationId, eventType),
      enabled: listed.isSuccess && contract.isSuccess,
    })),
  });
  const [chosen, setChosen] = useState<string>();
  const received = samples.flatMap(({ data }) =>
    data !== undefined && data !== null && data.refusal === undefined ? [data] : [],
  );
  const sample = received.find(({ type }) => type === chosen) ?? received[0];
  const send = useChange((eventType: string) =>
    api.call(sendSampleEvent, { params: { installationId, eventType }, body: {} }),
  );
  const isPending = samples.some((one) => one.isPending);
  const failed = [listed, contract, ...samples].find(({ error }) => error !== null);
  return (
    <section className="panel" aria-label="Test event">
      <h2>Send test event</h2>
      {isPending && failed === undefined && <Skeleton />}
      <ErrorMessage
        error={failed?.error ?? null}
        onRetry={() => void Promise.all([listed, contract, ...samples].map(({ refetch }) => refetch()))}
      />
      {!isPending && failed === undefined && received.length === 0 && (
        <p className="hint">
          This installation can’t receive events:{" "}
          {samples.find(({ data }) => data?.refusal)?.data?.refusal ?? "the integration handles no events."}
        </p>
      )}
      {sample !== undefined && (
        <>
          <div className="row">
            <select
              className="narrow"
              aria-label="Test event type"
              value={sample.type}
              onChange={(event) => setChosen(event.target.value)}
            >
              {received.map(({ type }) => (
                <option key={type}>{type}</option>
              ))}
            </select>
            <Button variant="primary" busy={send.isPending} onClick={() => send.mutate(sample.type)}>
              Send
            </Button>
          </div>
          <Code text={JSON.stringify(sample.fields)} label="Test event fields" />
        </>
      )}
      <ErrorMessage error={send.error} />
      {send.data !== undefined && (
        <>
          <h3>Result</h3>
          <DeliveryTable of={{ eventId: send.data.eventId }} />
        </>
      )}
    </section>
  );
}

/** Reads the sample of an event type. Returns `null` for a type without samples on the server. */
async function readSample(installationId: string, eventType: string) {
  try {
    return await api.call(getSampleEvent, { params: { installationId, eventType } });
  } catch (error) {
    if (error instanceof ApiError && error.code === "invalid_request") return null;
    throw error;
  }
}
