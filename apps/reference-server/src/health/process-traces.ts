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

/** The traces of this process, on their way to a collector. */
export interface ProcessTraces {
  /** Sends what is left, and ends. */
  readonly stop: () => Promise<void>;
}

/** Where traces go, and how many. */
export interface ProcessTracesOptions {
  /** The collector's base URL, to which `/v1/traces` is added. */
  readonly url: string;
  /** Of the traces that begin here, from 0 to 1. */
  readonly share: number;
}

/**
 * Becomes this process's receiver of OpenTelemetry's spans, and sends them by OTLP/HTTP. Headers, compression and time-out of the
 * exporter, and the name of the service, are what OpenTelemetry's own variables say (`OTEL_EXPORTER_OTLP_HEADERS`,
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
