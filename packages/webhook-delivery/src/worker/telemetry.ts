import { type Context, context, metrics, propagation, SpanStatusCode, trace } from "@opentelemetry/api";
import type { AttemptRecord, ClaimedDelivery } from "../store/delivery-queue.ts";
import type { Endpoint } from "../model/endpoint.ts";
import type { AttemptResult } from "../model/attempt-result.ts";

/** A worker's OpenTelemetry instruments. Without an SDK they cost almost nothing. */
export interface WorkerTelemetry {
  /** Runs an attempt inside its own span, the parent of spans created by `send`. */
  traceAttempt(
    delivery: ClaimedDelivery,
    endpoint: Endpoint,
    attempt: () => Promise<AttemptResult>,
  ): Promise<AttemptResult>;
  started(delivery: ClaimedDelivery, now: number): void;
  ended(record: AttemptRecord, endpoint: Endpoint): void;
  refused(count: number): void;
}

const scope = "@plugboard/webhook-delivery";

/** Creates a worker's instruments. Register the SDK first: instruments created earlier report nothing. */
export function createWorkerTelemetry(): WorkerTelemetry {
  const tracer = trace.getTracer(scope);
  const meter = metrics.getMeter(scope);
  const attempts = meter.createCounter("webhook.delivery.attempts", {
    description: "Attempts, by outcome",
  });
  const duration = meter.createHistogram("webhook.delivery.attempt.duration", {
    description: "Duration of attempts",
    unit: "s",
  });
  const lag = meter.createHistogram("webhook.delivery.lag", {
    description: "Time from a delivery coming due to its attempt",
    unit: "s",
  });
  const inFlight = meter.createUpDownCounter("webhook.delivery.in_flight", {
    description: "Attempts in flight",
  });
  const lost = meter.createCounter("webhook.delivery.refused_outcomes", {
    description: "Outcomes rejected because another worker had taken over the delivery",
  });

  return {
    traceAttempt: (delivery, endpoint, attempt) =>
      tracer.startActiveSpan(
        "webhook delivery attempt",
        {
          attributes: {
            "webhook.delivery.id": delivery.id,
            "webhook.delivery.attempt": delivery.attempt,
            "webhook.event.id": delivery.eventId,
            "webhook.event.type": delivery.eventType,
            "webhook.endpoint.id": endpoint.id,
            "webhook.endpoint.kind": endpoint.kind,
          },
        },
        traceOf(delivery),
        async (span) => {
          const result = await attempt();
          if (result.errorCode !== undefined) span.setStatus({ code: SpanStatusCode.ERROR });
          span.end();
          return result;
        },
      ),
    started(delivery, now) {
      inFlight.add(1);
      lag.record(Math.max(0, now - delivery.dueAt) / 1_000);
    },
    ended({ result, outcome }, endpoint) {
      inFlight.add(-1);
      const attributes = {
        "webhook.endpoint.kind": endpoint.kind,
        "webhook.delivery.outcome": outcome.state,
        "error.type": result.errorCode,
      };
      attempts.add(1, attributes);
      duration.record(result.timings.total / 1_000, attributes);
    },
    refused(count) {
      if (count > 0) lost.add(count);
    },
  };
}

/** Returns a context that continues the trace in the event's `metadata.traceparent`. */
function traceOf({ metadata }: ClaimedDelivery): Context {
  const active = context.active();
  return metadata["traceparent"] === undefined ? active : propagation.extract(active, metadata);
}
