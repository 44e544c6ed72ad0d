import { startPostgres } from "@plugboard/test-postgres";
import { attackAccess } from "./access-attack.ts";
import type { AttackReport } from "./attack-report.ts";
import { meetBacklog } from "./backlog-attack.ts";
import { jumpClocks } from "./clock-attack.ts";
import { killWithClockAhead } from "./clock-kill-attack.ts";
import { attackCookies } from "./cookie-attack.ts";
import { strikeDatabase } from "./database-attack.ts";
import { fillDisk } from "./disk-attack.ts";
import { attackWithDocuments } from "./documents-attack.ts";
import { findPort } from "./find-port.ts";
import { flood } from "./flood-attack.ts";
import { fuzzOperations } from "./fuzz-attack.ts";
import { attackWithRepositories } from "./git-attack.ts";
import { table } from "./requests-from-contract.ts";
import { rebindNames } from "./rebinding-attack.ts";
import { attackRedirects } from "./redirect-attack.ts";
import { replayCredentials } from "./replay-attack.ts";
import { setUpScene } from "./set-up-scene.ts";
import { smuggleRequests } from "./smuggling-attack.ts";
import { attackAddresses } from "./ssrf-attack.ts";
import { hasSmallDisks, startTarget } from "./start-target.ts";
import { attackPages } from "./xss-attack.ts";

/** The databases that servers are attacked on. A superuser has no row policies: the server's own checks are all there is. */
export const databases = ["sqlite", "postgres", "superuser"] as const;

export type AttackedDatabase = (typeof databases)[number];

const fullFuzzCases = 35_000;

/**
 * Attacks servers of its own on this machine with every suite there is. Suites that do not depend on the server's database run on SQLite only.
 *
 * @param scale 1 for the quick form; more rounds and more requests for more
 */
export async function runAttacks(
  scale: number,
  seed: number,
  database: AttackedDatabase = "sqlite",
): Promise<AttackReport[]> {
  const postgres = database === "sqlite" ? undefined : await startPostgres({ isDurable: false });
  const role = database === "superuser" ? "superuser" : "owner";
  const url = await postgres?.createDatabase("attacked", role);
  const env: Readonly<Record<string, string>> =
    url === undefined ? {} : { DATABASE_URL: url, PLUGBOARD_DATABASE_SUPERUSER: "allow" };
  const scene = await setUpScene(
    await startTarget(await findPort(), { PLUGBOARD_TRUSTED_PROXIES: "127.0.0.0/8", ...env }),
  );
  try {
    const reports = [
      await attackAccess(scene),
      await replayCredentials(scene.target),
      await attackRedirects(scene.target),
      await smuggleRequests(scene),
      await attackCookies(scene),
      await fuzzOperations(scene, scale === 1 ? 4 : Math.ceil(fullFuzzCases / table.length), seed),
      await flood(scene, scale),
    ];
    const { errors } = scene.target;
    const reported = {
      name: "errors in the server's log",
      cases: reports.reduce((sum, { cases }) => sum + cases, 0),
      // Refusals by a limit, and integrations that cannot be reached, are for the operator to know.
      breaches: errors.filter(
        (line) => !/[Tt]oo many|cannot be reached|does not respond|policies_bypassed/.test(line),
      ),
    };
    if (postgres !== undefined) return [...reports, reported];
    // Databases take seconds to come back, and long queues and large repositories to be made: only the long form
    // waits for them.
    const struck =
      scale === 1
        ? []
        : [
            await strikeDatabase(6 * scale),
            await meetBacklog(40_000 * scale),
            await attackWithRepositories(),
          ];
    const filled = hasSmallDisks() ? [await fillDisk(10 * scale)] : [];
    return [
      ...reports,
      reported,
      await attackAddresses(),
      await rebindNames(14 * scale),
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
    await postgres?.remove();
  }
}
