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

/** The addresses that integrations may be hosted at and scripts may reach, besides public ones, and the memory of scripts. */
export interface RunnerTargets {
  /** In CIDR notation. Scripts don't reach them. */
  readonly integrationNetworks: readonly string[];
  /** `host:port` or CIDR notation. */
  readonly scriptTargets: readonly string[];
  /** For all sandboxes together. */
  readonly scriptMemoryBytes: number;
}

// It is looked at once a process: it says something of the machine.
let probing: Promise<readonly string[]> | undefined;
const gapsOf = (error: unknown): readonly string[] => [
  error instanceof Error ? error.message : String(error),
];

/**
 * Finds out what this machine does not contain of published scripts, and reports it.
 *
 * @returns the same in sentences for the operator, as far as it is known
 */
export function findScriptGaps(report: (gaps: readonly string[]) => void): () => readonly string[] {
  let known: readonly string[] = [];
  const find = async (): Promise<void> => {
    probing ??= probeScriptIsolation().then(({ gaps }) => gaps, gapsOf);
    known = await probing;
    if (known.length > 0) report(known);
  };
  void find();
  return () => known;
}

/** Measures the sandboxes of a runner until the returned function is called. */
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
    description: "Scripts ended because all sandboxes together held too much memory",
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

/** Opens what calls hosted integrations and runs published scripts, whose logs it hands on. */
export async function openRunner(
  { api }: PlatformUrls,
  { integrationNetworks, scriptTargets, scriptMemoryBytes }: RunnerTargets,
  onLog: (line: ScriptLogLine) => void,
): Promise<IntegrationRunner> {
  // Scripts are loaded from the database; the data folder may be read-only.
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
