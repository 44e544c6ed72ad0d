import { context, propagation, trace } from "@opentelemetry/api";
import { AsyncLocalStorageContextManager } from "@opentelemetry/context-async-hooks";
import { W3CTraceContextPropagator } from "@opentelemetry/core";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-http";
import {
  defaultResource,
  detectResources,
  envDetector,
  resourceFromAttributes,
} from "@opentelemetry/resources";
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from "@opentelemetry/sdk-trace";

/** Exports this process's traces to a collector. */
export interface ProcessTraces {
  /** Sends the remaining spans and stops. */
  readonly stop: () => Promise<void>;
}

/** The collector and the sampling rate. */
export interface ProcessTracesOptions {
  /** The collector's base URL; `/v1/traces` is appended. */
  readonly url: string;
  /** The share of traces started here that are sampled, from 0 to 1. */
  readonly share: number;
}

/**
 * Registers the OpenTelemetry span exporter of this process (OTLP/HTTP). Headers, compression, timeout and
 * service name follow OpenTelemetry's own variables (`OTEL_EXPORTER_OTLP_HEADERS`,
 * `OTEL_RESOURCE_ATTRIBUTES`, `OTEL_SERVICE_NAME` and so on).
 */
export function startProcessTraces({ url, share }: ProcessTracesOptions): ProcessTraces {
  const exporter = new OTLPTraceExporter({ url: `${url.replace(/\/+$/, "")}/v1/traces` });
  const provider = new TracerProvider({
    resource: defaultResource()
      .merge(resourceFromAttributes({ "service.name": "plugboard" }))
      .merge(detectResources({ detectors: [envDetector] })),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(share) }),
    spanProcessors: [new BatchSpanProcessor({ exporter })],
  });
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  propagation.setGlobalPropagator(new W3CTraceContextPropagator());
  trace.setGlobalTracerProvider(provider);
  return {
    stop: async () => {
      for (const api of [trace, propagation, context]) api.disable();
      await provider.shutdown();
    },
  };
}
