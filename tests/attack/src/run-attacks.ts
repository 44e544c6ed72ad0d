import { startPostgres } from "@plugboard/test-postgres";
import { attackAccess } from "./access-attack.ts";
import { attackAgents } from "./agent-attack.ts";
import type { AttackReport } from "./attack-report.ts";
import { meetBacklog } from "./backlog-attack.ts";
import { jumpClocks } from "./clock-attack.ts";
import { killWithClockAhead } from "./clock-kill-attack.ts";
import { attackCookies } from "./cookie-attack.ts";
import { strikeDatabase } from "./database-attack.ts";
import { fillDisk } from "./disk-attack.ts";
import { attackWithDocuments } from "./documents-attack.ts";
import { attackEmbeds } from "./embed-attack.ts";
import { type EmbedScene, stageReferenceServer, stageTracker } from "./embed-scene.ts";
import { findFreePort } from "../../http/src/find-free-port.ts";
import { flood } from "./flood-attack.ts";
import { fuzzOperations } from "./fuzz-attack.ts";
import { attackWithRepositories } from "./git-attack.ts";
import { attackOperations } from "./operations-attack.ts";
import { table } from "./requests-from-contract.ts";
import { rebindNames } from "./rebinding-attack.ts";
import { attackRedirects } from "./redirect-attack.ts";
import { replayCredentials } from "./replay-attack.ts";
import { setUpScene } from "./set-up-scene.ts";
import { smuggleRequests } from "./smuggling-attack.ts";
import { attackAddresses } from "./ssrf-attack.ts";
import { hasSmallDisks, startTarget } from "./start-target.ts";
import { attackTracker } from "./tracker-attack.ts";
import { attackPages } from "./xss-attack.ts";

/**
 * The databases of the attacked servers. Row policies don't apply to a superuser, so only the server's own
 * checks remain.
 */
export const databases = ["sqlite", "postgres", "superuser"] as const;

export type AttackedDatabase = (typeof databases)[number];

const fullFuzzCases = 35_000;
const fuzzRounds = (scale: number): number => (scale === 1 ? 4 : Math.ceil(fullFuzzCases / table.length));

/** The extent of a run. */
export interface AttackRun {
  /** 1 for the quick form. Higher values run more rounds and requests. */
  readonly scale: number;
  readonly seed: number;
}

export type AttackGroup = "requests" | "tracker" | "embeds" | "pages" | "clocks" | "documents";

/** Attacks on separate servers, in groups that can run concurrently. */
export const attackGroups: Readonly<Record<AttackGroup, (run: AttackRun) => Promise<AttackReport[]>>> = {
  requests: async (run) => [
    ...(await attackScene(run)),
    await attackAddresses(),
    await rebindNames(14 * run.scale),
    ...(hasSmallDisks() ? [await fillDisk(10 * run.scale)] : []),
  ],
  tracker: async ({ scale, seed }) => await attackTracker(fuzzRounds(scale), seed),
  embeds: async () => [
    ...(await attackEmbedScene(await stageTracker())),
    ...(await attackEmbedScene(await stageReferenceServer())),
  ],
  pages: async () => [await attackPages()],
  clocks: async ({ scale }) => [
    // Changes the clock of this process.
    await jumpClocks(20 * scale),
    ...(await Promise.all([
      killWithClockAhead("SQLite", 60 * scale),
      killWithClockAhead("PostgreSQL", 60 * scale),
    ])),
  ],
  documents: async ({ scale, seed }) => [await attackWithDocuments(scale === 1 ? 3 : 60 * scale, seed)],
};

/**
 * Runs all attacks, including those that take minutes. On databases other than SQLite, only attacks that
 * depend on the server's database run.
 */
export async function runAttacks(run: AttackRun, database: AttackedDatabase): Promise<AttackReport[]> {
  if (database !== "sqlite") {
    const postgres = await startPostgres({ isDurable: false });
    const create = async (name: string) =>
      await postgres.createDatabase(name, database === "superuser" ? "superuser" : "owner");
    try {
      const reports = await attackScene(run, await create("attacked"));
      return [...reports, ...(await attackEmbedScene(await stageReferenceServer(await create("embeds"))))];
    } finally {
      await postgres.remove();
    }
  }
  const reports: AttackReport[] = [];
  for (const attack of Object.values(attackGroups)) reports.push(...(await attack(run)));
  // Databases take seconds to recover, and long queues and large repositories to create.
  if (run.scale > 1)
    reports.push(
      await strikeDatabase(6 * run.scale),
      await meetBacklog(40_000 * run.scale),
      await attackWithRepositories(),
    );
  return reports;
}

/** Attacks a server that has a victim and an attacker. */
async function attackScene({ scale, seed }: AttackRun, databaseUrl?: string): Promise<AttackReport[]> {
  const env: Readonly<Record<string, string>> =
    databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl, PLUGBOARD_DATABASE_SUPERUSER: "allow" };
  const scene = await setUpScene(
    await startTarget(await findFreePort(), { PLUGBOARD_TRUSTED_PROXIES: "127.0.0.0/8", ...env }),
  );
  try {
    const reports = [
      await attackAccess(scene),
      await attackOperations(scene),
      // Publishes as the administrator, which needs support access once the next attack has created an owner.
      await attackAgents(scene),
      await replayCredentials(scene.target),
      await attackRedirects(scene.target),
      await smuggleRequests(scene),
      await attackCookies(scene),
      await fuzzOperations(
        {
          ...scene.target,
          name: "reference server",
          url: scene.target.consoleUrl,
          operations: table,
          values: scene.victim,
          headers: { authorization: `Bearer ${scene.target.adminToken}` },
        },
        fuzzRounds(scale),
        seed,
      ),
      await flood(scene, scale),
    ];
    const { errors } = scene.target;
    const reported = {
      name: "errors in the server's log",
      cases: reports.reduce((sum, { cases }) => sum + cases, 0),
      // Rejections by limits and unreachable integrations are only of interest to the operator.
      breaches: errors.filter(
        (line) => !/[Tt]oo many|cannot be reached|does not respond|policies_bypassed/.test(line),
      ),
    };
    return [...reports, reported];
  } finally {
    await scene.stop();
  }
}

async function attackEmbedScene(scene: EmbedScene): Promise<AttackReport[]> {
  try {
    const report = await attackEmbeds(scene);
    const errors = scene.errors.map(String);
    return [report, { name: `errors of ${scene.name}`, cases: report.cases, breaches: errors }];
  } finally {
    await scene.stop();
  }
}
