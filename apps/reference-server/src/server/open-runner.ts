import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  createRunner,
  createUrlRunner,
  type IntegrationRunner,
  type PlatformUrls,
} from "@plugboard/platform";
import { createScriptRunner, probeScriptIsolation, type ScriptLogLine } from "@plugboard/script-runner";

/** The addresses that integrations may be hosted at and scripts may reach, besides public ones. */
export interface RunnerTargets {
  /** In CIDR notation. Scripts don't reach them. */
  readonly integrationNetworks: readonly string[];
  /** `host:port` or CIDR notation. */
  readonly scriptTargets: readonly string[];
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

/** Opens what calls hosted integrations and runs published scripts, whose logs it hands on. */
export async function openRunner(
  { api }: PlatformUrls,
  { integrationNetworks, scriptTargets }: RunnerTargets,
  onLog: (line: ScriptLogLine) => void,
): Promise<IntegrationRunner> {
  // Scripts are loaded from the database; the data folder may be read-only.
  const directory = await mkdtemp(join(tmpdir(), "plugboard-scripts-"));
  const { origin, pathname: pathPrefix } = new URL(api);
  const scripts = createScriptRunner({
    directory,
    allowedTargets: scriptTargets,
    apiOrigins: [{ origin, pathPrefix }],
    onLog,
  });
  const runner = createRunner({
    urls: createUrlRunner({ allowNetworks: integrationNetworks }),
    scripts,
  });
  const close = async (): Promise<void> => {
    await runner.close();
    await rm(directory, { recursive: true, force: true });
  };
  return { ...runner, close };
}
