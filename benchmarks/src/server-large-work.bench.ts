import { execFile, fork } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { generateSecret } from "@plugboard/webhook-signer";
import * as z from "zod";
import type { BenchTable } from "./bench-table.ts";
import { adminToken, startServerProcess } from "./server-process.ts";
import { startRatingLoad, type WebhookLatency } from "./server-webhook-latency.ts";

const installations = 5000;
const installedOrganizations = 10_000;
const pages = 5000;
const wordsOfPage = 600;
const eventsPerSecond = 50;
const quietSeconds = 15;

/**
 * Measures large work for some tenants of a server on SQLite: the longest turn of its event loop, and the delivery times of another
 * tenant's webhooks meanwhile.
 */
export async function run(): Promise<BenchTable> {
  const folder = await mkdtemp(join(tmpdir(), "bench-large-work-"));
  const dataDir = join(folder, "data");
  await mkdir(dataDir);
  const turnsFile = join(folder, "turns");
  await writeFile(turnsFile, "");
  const meter = new URL("./turn-meter.ts", import.meta.url).href;
  const server = await startServerProcess({
    PLUGBOARD_DATA_DIR: dataDir,
    PLUGBOARD_GIT: "files",
    TURNS_FILE: turnsFile,
    NODE_OPTIONS: `${process.env["NODE_OPTIONS"] ?? ""} --import=${meter}`,
  });
  const secret = generateSecret();
  const host = fork(fileURLToPath(new URL("./serve-process.ts", import.meta.url)), ["serve", secret]);
  try {
    const [port] = await once(host, "message");
    const load = await startRatingLoad(server);
    const call = callWith(server.consoleUrl);
    const data = await fill(call, dataDir, `http://127.0.0.1:${port}`, secret);
    const remote = await createRepository(folder);
    await load.measure(eventsPerSecond, 3);
    const quiet = await load.measure(eventsPerSecond, quietSeconds);
    const readTurns = async (from: number) => {
      const turns = turnsSchema.parse(
        (await readFile(turnsFile, "utf8"))
          .trim()
          .split("\n")
          .filter(Boolean)
          .map((line): unknown => JSON.parse(line)),
      );
      return turns.filter(({ at }) => at >= from);
    };
    const measured: Measured[] = [];
    for (const { name, start, isDone } of listWork(call, data, remote)) {
      const from = Date.now();
      await start();
      const { p50, p99 } = await load.measureWhile(eventsPerSecond, async () => !(await isDone()));
      const milliseconds = Date.now() - from;
      const turns = await readTurns(from);
      const longest = (kind: "cpu" | "elapsed"): number => Math.max(0, ...turns.map((turn) => turn[kind]));
      measured.push({ name, milliseconds, p50, p99, cpu: longest("cpu"), elapsed: longest("elapsed") });
      await load.measure(eventsPerSecond, 1);
    }
    await load.close();
    data.close();
    return toTable(quiet, measured);
  } finally {
    host.disconnect();
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

const turnsSchema = z.array(z.object({ at: z.number(), cpu: z.number(), elapsed: z.number() }));

interface Measured {
  readonly name: string;
  readonly milliseconds: number;
  readonly p50: number;
  readonly p99: number;
  readonly cpu: number;
  readonly elapsed: number;
}

function toTable(quiet: Pick<WebhookLatency, "p50" | "p99">, measured: readonly Measured[]): BenchTable {
  return {
    title: "Large work on SQLite, and another tenant's webhooks at 50 events/s beside it",
    rows: [
      {
        name: "the other tenant's webhooks without large work, median",
        value: quiet.p50,
        unit: "ms",
        ratio: 1,
      },
      { name: "the same, p99", value: quiet.p99, unit: "ms", ratio: 1 },
      ...measured.flatMap(({ name, milliseconds, p50, p99, cpu, elapsed }) => [
        { name: `${name}: duration`, value: milliseconds / 1000, unit: "s" },
        {
          name: "… longest turn of the event loop, CPU time",
          value: cpu,
          unit: "ms",
          bar: { relation: "≤", limit: 100 } as const,
        },
        { name: "… elapsed", value: elapsed, unit: "ms" },
        { name: "… the other tenant's webhooks, median", value: p50, unit: "ms", ratio: p50 / quiet.p50 },
        {
          name: "… p99",
          value: p99,
          unit: "ms",
          ratio: p99 / quiet.p99,
          bar: { relation: "≤", limit: 3 } as const,
        },
      ]),
    ],
  };
}

type Call = (method: string, path: string, body?: object) => Promise<unknown>;

const made = z.looseObject({ id: z.string() });

function callWith(consoleUrl: string): Call {
  return async (method, path, body) => {
    const response = await fetch(`${consoleUrl}/v1${path}`, {
      method,
      headers: { authorization: `Bearer ${adminToken}`, "content-type": "application/json" },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
    return text === "" ? undefined : JSON.parse(text);
  };
}

interface Data {
  readonly organizationId: string;
  readonly spaceId: string;
  readonly pageId: string;
  readonly gitSpaceId: string;
  /** Returns a number from a query on the tables of the platform or the engine. */
  readonly count: (file: "platform" | "delivery", sql: string) => number;
  readonly close: () => void;
}

/** Creates an organization with many installations, and an integration that many organizations have installed. */
async function fill(call: Call, dataDir: string, url: string, signingSecret: string): Promise<Data> {
  const create = async (path: string, body: object): Promise<string> =>
    made.parse(await call("POST", path, body)).id;
  const organizationId = await create("/organizations", { title: "Large", subdomain: "large" });
  const spaceId = await create("/spaces", { organization: organizationId, title: "Wide" });
  const pageId = await create(`/spaces/${spaceId}/pages`, { title: "Page", markdown: "Text." });
  const gitSpaceId = await create("/spaces", { organization: organizationId, title: "Imported" });
  for (const name of ["wide", "popular"]) {
    const manifest = `name: ${name}\ntitle: Large\ndescription: Large.\norganization: ${organizationId}\nvisibility: public\nscopes: [space:content:read]\n`;
    await call("PUT", `/integrations/${name}`, { manifest, url, signingSecret });
  }
  const wideId = await create("/integrations/wide/installations", { organization: organizationId });
  await call("PUT", `/installations/${wideId}/spaces/${spaceId}`);
  const firstOrganizationId = await create("/organizations", { title: "First", subdomain: "first" });
  const popularId = await create("/integrations/popular/installations", {
    organization: firstOrganizationId,
  });
  await delay(1000);

  const databases = {
    platform: new DatabaseSync(join(dataDir, "platform.db"), { timeout: 20_000 }),
    delivery: new DatabaseSync(join(dataDir, "delivery.db"), { timeout: 20_000 }),
  };
  const wide = { count: installations, suffixed: ["id", "name", "integration", "installation_id", "tenant"] };
  const ofWide = `= '${wideId}'`;
  copyRows(databases.platform, "integrations", "name = 'wide'", wide);
  copyRows(databases.platform, "integration_versions", "integration = 'wide'", wide);
  copyRows(databases.platform, "installations", `id ${ofWide}`, wide);
  copyRows(databases.platform, "resource_installations", `installation_id ${ofWide}`, wide);
  copyRows(databases.delivery, "webhook_endpoints", `tenant ${ofWide}`, wide);
  const popular = {
    count: installedOrganizations,
    suffixed: ["id", "organization_id", "subdomain", "tenant", "fairness_group"],
  };
  copyRows(databases.platform, "organizations", `id = '${firstOrganizationId}'`, popular);
  copyRows(databases.platform, "installations", `id = '${popularId}'`, popular);
  copyRows(databases.delivery, "webhook_endpoints", `tenant = '${popularId}'`, popular);
  return {
    organizationId,
    spaceId,
    pageId,
    gitSpaceId,
    count: (file, sql) => Number(Object.values(databases[file].prepare(sql).get() ?? {})[0]),
    close: () => {
      for (const database of Object.values(databases)) database.close();
    },
  };
}

/** Copies rows, with a number appended to the given columns. */
function copyRows(
  database: DatabaseSync,
  table: string,
  where: string,
  { count, suffixed }: { readonly count: number; readonly suffixed: readonly string[] },
): void {
  const columns = database
    .prepare("SELECT name FROM pragma_table_xinfo(?) WHERE hidden = 0 AND name != 'seq'")
    .all(table)
    .map(({ name }) => String(name));
  const values = columns.map((column) => (suffixed.includes(column) ? `${column} || '-' || n` : column));
  database.exec(
    `WITH RECURSIVE counter (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM counter WHERE n < ${count})
     INSERT INTO ${table} (${columns.join(", ")}) SELECT ${values.join(", ")} FROM ${table}, counter WHERE ${where}`,
  );
}

/** Creates a repository with many pages. @returns its URL */
async function createRepository(folder: string): Promise<string> {
  const repository = join(folder, "pages");
  const run = promisify(execFile);
  await mkdir(repository);
  const text = "A sentence of six plain words. ".repeat(wordsOfPage / 6);
  for (let page = 0; page < pages; page += 1)
    await writeFile(join(repository, `page-${page}.md`), `# Page ${page}\n\n${text}\n`);
  const git = async (...args: string[]): Promise<void> => {
    await run("git", ["-c", "user.name=A", "-c", "user.email=a@example.com", ...args], { cwd: repository });
  };
  await git("init", "--quiet", "--initial-branch=main");
  await git("add", "--all");
  await git("commit", "--quiet", "--message=Pages");
  return `file://${repository}`;
}

interface Work {
  readonly name: string;
  readonly start: () => Promise<unknown>;
  readonly isDone: () => Promise<boolean>;
}

function listWork(call: Call, data: Data, remote: string): Work[] {
  const { organizationId, spaceId, pageId, gitSpaceId, count } = data;
  const noRemovals = async (): Promise<boolean> =>
    count("platform", "SELECT count(*) FROM removals") === 0 &&
    count("platform", "SELECT count(*) FROM events WHERE fanned_out_at IS NULL") < eventsPerSecond;
  return [
    {
      name: `one event to ${installations + 1} installations`,
      start: () => call("PATCH", `/spaces/${spaceId}/pages/${pageId}/content`, { markdown: "Changed." }),
      isDone: async () => {
        const sql = `SELECT count(*) FROM webhook_deliveries d JOIN webhook_events v ON v.seq = d.event
           WHERE v.type = 'space_content_updated' AND d.state = 'delivered'`;
        return count("delivery", sql) > installations;
      },
    },
    {
      name: `an import of ${pages} pages from Git`,
      start: async () => {
        await call("PUT", `/spaces/${gitSpaceId}/git`, { remote, direction: "import" });
        await call("POST", `/spaces/${gitSpaceId}/git/sync`, {});
      },
      isDone: async () => {
        const { lastSync } = gitSchema.parse(await call("GET", `/spaces/${gitSpaceId}/git`));
        if (lastSync?.state === "failure") throw new Error(lastSync.detail);
        return lastSync !== undefined;
      },
    },
    {
      name: `removal of an integration with ${installedOrganizations + 1} installations`,
      start: () => call("DELETE", "/integrations/popular"),
      isDone: noRemovals,
    },
    {
      name: `removal of an organization with ${installations + 1} integrations and ${pages + 1} pages`,
      start: () => call("DELETE", `/organizations/${organizationId}`),
      isDone: noRemovals,
    },
  ];
}

const gitSchema = z.looseObject({
  lastSync: z.looseObject({ state: z.string(), detail: z.string().optional() }).optional(),
});
