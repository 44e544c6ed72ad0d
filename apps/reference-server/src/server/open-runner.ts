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

/** Where integrations may be and where scripts may reach, besides the public internet, in CIDR notation. */
export interface RunnerNetworks {
  /** Of this machine, in development. */
  readonly own: readonly string[];
  /** Where integrations are hosted. A script is a third party's and does not reach them. */
  readonly integrations: readonly string[];
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
  { own, integrations }: RunnerNetworks,
  onLog: (line: ScriptLogLine) => void,
): Promise<IntegrationRunner> {
  // Scripts are loaded from the database; the data folder may be read-only.
  const directory = await mkdtemp(join(tmpdir(), "plugboard-scripts-"));
  const { origin, pathname: pathPrefix } = new URL(api);
  const scripts = createScriptRunner({
    directory,
    allowNetworks: own,
    apiOrigins: [{ origin, pathPrefix }],
    onLog,
  });
  const runner = createRunner({
    urls: createUrlRunner({ allowNetworks: [...own, ...integrations] }),
    scripts,
  });
  const close = async (): Promise<void> => {
    await runner.close();
    await rm(directory, { recursive: true, force: true });
  };
  return { ...runner, close };
}
