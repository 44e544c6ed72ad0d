import { metrics } from "@opentelemetry/api";
import { PrometheusExporter, PrometheusSerializer } from "@opentelemetry/exporter-prometheus";
import { AggregationType, InstrumentType, MeterProvider } from "@opentelemetry/sdk-metrics";

/** This process's metrics for Prometheus. */
export interface ProcessMetrics {
  /** Returns all metrics in the Prometheus text format. */
  readonly collect: () => Promise<string>;
  readonly stop: () => Promise<void>;
}

/** From a millisecond to the ten-second timeout of an attempt. */
const secondsBoundaries = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/**
 * Registers the OpenTelemetry metrics reader of this process. Call it first: instruments created earlier
 * report nothing.
 */
export function startProcessMetrics(): ProcessMetrics {
  // The server serves the metrics itself, so the exporter must not listen.
  const reader = new PrometheusExporter({ preventServerStart: true });
  const provider = new MeterProvider({
    readers: [reader],
    views: [
      {
        instrumentType: InstrumentType.HISTOGRAM,
        instrumentUnit: "s",
        aggregation: {
          type: AggregationType.EXPLICIT_BUCKET_HISTOGRAM,
          options: { boundaries: secondsBoundaries },
        },
      },
    ],
  });
  metrics.setGlobalMeterProvider(provider);
  measureProcess();
  const serializer = new PrometheusSerializer(undefined, false, undefined, true, true);
  return {
    collect: async () => serializer.serialize((await reader.collect()).resourceMetrics),
    stop: async () => {
      metrics.disable();
      await provider.shutdown();
    },
  };
}

function measureProcess(): void {
  const meter = metrics.getMeter("@plugboard/reference-server");
  meter
    .createObservableGauge("process.memory.usage", { description: "Resident memory", unit: "By" })
    .addCallback((result) => result.observe(process.memoryUsage.rss()));
  meter
    .createObservableCounter("process.cpu.time", { description: "CPU time of the process", unit: "s" })
    .addCallback((result) => {
      const { user, system } = process.cpuUsage();
      result.observe((user + system) / 1_000_000);
    });
}
