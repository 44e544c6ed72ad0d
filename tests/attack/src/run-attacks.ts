import { attackAccess } from "./access-attack.ts";
import type { AttackReport } from "./attack-report.ts";
import { meetBacklog } from "./backlog-attack.ts";
import { jumpClocks } from "./clock-attack.ts";
import { killWithClockAhead } from "./clock-kill-attack.ts";
import { attackCookies } from "./cookie-attack.ts";
import { strikeDatabase } from "./database-attack.ts";
import { fillDisk } from "./disk-attack.ts";
import { attackWithDocuments } from "./documents-attack.ts";
import { flood } from "./flood-attack.ts";
import { fuzzOperations } from "./fuzz-attack.ts";
import { attackRedirects } from "./redirect-attack.ts";
import { replayCredentials } from "./replay-attack.ts";
import { setUpScene } from "./set-up-scene.ts";
import { smuggleRequests } from "./smuggling-attack.ts";
import { attackAddresses } from "./ssrf-attack.ts";
import { hasSmallDisks } from "./start-target.ts";
import { attackPages } from "./xss-attack.ts";

/**
 * Attacks servers of its own on this machine, in every way that there is a suite for.
 *
 * @param scale 1 for the quick form; more rounds and more requests for more
 */
export async function runAttacks(scale: number, seed: number): Promise<AttackReport[]> {
  const scene = await setUpScene();
  try {
    const reports = [
      await attackAccess(scene),
      await replayCredentials(scene.target),
      await attackRedirects(scene.target),
      await smuggleRequests(scene),
      await attackCookies(scene),
      await fuzzOperations(scene, 4 * scale ** 2, seed),
      await flood(scene, scale),
    ];
    const { errors } = scene.target;
    const reported = {
      name: "errors in the server's log",
      cases: reports.reduce((sum, { cases }) => sum + cases, 0),
      // Refusals by a limit, and integrations that cannot be reached, are for the operator to know.
      breaches: errors.filter((line) => !/too many|cannot be reached|does not respond/.test(line)),
    };
    // Databases take seconds to come back, and long queues to be made: only the long form waits for them.
    const struck = scale === 1 ? [] : [await strikeDatabase(6 * scale), await meetBacklog(40_000 * scale)];
    const filled = hasSmallDisks() ? [await fillDisk(10 * scale)] : [];
    return [
      ...reports,
      reported,
      await attackAddresses(),
      await attackPages(),
      await jumpClocks(20 * scale),
      await killWithClockAhead("SQLite", 60 * scale),
      await killWithClockAhead("PostgreSQL", 60 * scale),
      await attackWithDocuments(scale === 1 ? 3 : 60 * scale, seed),
      ...filled,
      ...struck,
    ];
  } finally {
    await scene.stop();
  }
}
