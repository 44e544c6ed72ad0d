import { metrics } from "@opentelemetry/api";
import { PrometheusExporter, PrometheusSerializer } from "@opentelemetry/exporter-prometheus";
import { AggregationType, InstrumentType, MeterProvider } from "@opentelemetry/sdk-metrics";

/** What this process measures, for Prometheus to collect. */
export interface ProcessMetrics {
  /** Everything measured so far, in Prometheus' text format. */
  readonly collect: () => Promise<string>;
  readonly stop: () => Promise<void>;
}

/** From a millisecond to the ten seconds that an attempt may take. */
const secondsBoundaries = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/**
 * Becomes this process's receiver of OpenTelemetry's measurements. Instruments that were made before report nothing, so it
 * comes first.
 */
export function startProcessMetrics(): ProcessMetrics {
  // The exporter listens by itself only where it is let to: here the server serves them.
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
    .createObservableCounter("process.cpu.time", { description: "Time on a processor", unit: "s" })
    .addCallback((result) => {
      const { user, system } = process.cpuUsage();
      result.observe((user + system) / 1_000_000);
    });
}
