import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type BatchObservableCallback, metrics } from "@opentelemetry/api";
import {
  createRunner,
  createUrlRunner,
  type IntegrationRunner,
  type PlatformUrls,
} from "@plugboard/platform";
import {
  createScriptRunner,
  probeScriptIsolation,
  type ScriptLogLine,
  type ScriptRunner,
} from "@plugboard/script-runner";

/**
 * The addresses allowed for hosted integrations and scripts besides public ones, and the memory limit of
 * scripts.
 */
export interface RunnerTargets {
  /** In CIDR notation. Scripts can't reach them. */
  readonly integrationNetworks: readonly string[];
  /** `host:port` or CIDR notation. */
  readonly scriptTargets: readonly string[];
  /** The combined limit for all sandboxes. */
  readonly scriptMemoryBytes: number;
}

// Probed once per process, because the result depends only on the machine.
let probing: Promise<readonly string[]> | undefined;
const gapsOf = (error: unknown): readonly string[] => [
  error instanceof Error ? error.message : String(error),
];

/**
 * Probes the machine for gaps in the isolation of published scripts and reports them.
 *
 * @returns a function with the known gaps, in sentences for the operator
 */
export function findScriptGaps(report: (gaps: readonly string[]) => void): () => readonly string[] {
  let gaps: readonly string[] = [];
  const find = async (): Promise<void> => {
    probing ??= probeScriptIsolation().then((capabilities) => capabilities.gaps, gapsOf);
    gaps = await probing;
    if (gaps.length > 0) report(gaps);
  };
  void find();
  return () => gaps;
}

/** Records the sandbox metrics of a runner until the returned function is called. */
function measureScripts(scripts: ScriptRunner): () => void {
  const meter = metrics.getMeter("@plugboard/reference-server");
  const sandboxes = meter.createObservableGauge("plugboard.script.sandboxes", {
    description: "Running sandboxes of published scripts",
  });
  const memory = meter.createObservableGauge("plugboard.script.memory", {
    description: "Memory of all sandboxes, shared pages counted once",
    unit: "By",
  });
  const evictions = meter.createObservableCounter("plugboard.script.evictions", {
    description: "Scripts stopped because all sandboxes together used too much memory",
  });
  const measure: BatchObservableCallback = async (result) => {
    const status = await scripts.status();
    result.observe(
      sandboxes,
      status.scripts.reduce((sum, script) => sum + script.sandboxes.length, 0),
    );
    result.observe(memory, status.memoryBytes);
    result.observe(evictions, status.memoryEvictions);
  };
  const measured = [sandboxes, memory, evictions];
  meter.addBatchObservableCallback(measure, measured);
  return () => meter.removeBatchObservableCallback(measure, measured);
}

/** Opens the runner, which calls hosted integrations, runs published scripts and forwards their logs. */
export async function openRunner(
  { api }: PlatformUrls,
  { integrationNetworks, scriptTargets, scriptMemoryBytes }: RunnerTargets,
  onLog: (line: ScriptLogLine) => void,
): Promise<IntegrationRunner> {
  // Scripts are loaded from the database, and the data folder can be read-only.
  const directory = await mkdtemp(join(tmpdir(), "plugboard-scripts-"));
  const { origin, pathname: pathPrefix } = new URL(api);
  const scripts = createScriptRunner({
    directory,
    allowedTargets: scriptTargets,
    limits: { maxTotalBytes: scriptMemoryBytes },
    apiOrigins: [{ origin, pathPrefix }],
    onLog,
  });
  const runner = createRunner({
    urls: createUrlRunner({ allowNetworks: integrationNetworks }),
    scripts,
  });
  const stopMeasuring = measureScripts(scripts);
  const close = async (): Promise<void> => {
    stopMeasuring();
    await runner.close();
    await rm(directory, { recursive: true, force: true });
  };
  return { ...runner, close };
}
