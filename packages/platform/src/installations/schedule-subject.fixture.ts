import { createSecretBox } from "../database/secret-box.ts";
import { openSqliteStorage } from "../database/open-sqlite-storage.ts";
import type { IntegrationRunner, RunnerExchange } from "../dispatch/integration-runner.ts";
import { testManifest } from "../fixtures/test-integration.fixture.ts";
import { createPlatform } from "../platform/create-platform.ts";
import { publishIntegration } from "../publishing/publish-integration.ts";
import { installIntegration } from "./install-integration.ts";
import { runDueSchedules } from "./run-due-schedules.ts";

// A process that runs schedules until it is killed: `<folder> <start> run|drain`. Its clock runs 600 times too fast, so a
// ten-minute schedule ticks every second. It prints the planned ticks and, with `drain`, the events.

const [folder = "", start = "", mode] = process.argv.slice(2);
const now = (): number => Number(start) + (Date.now() - Number(start)) * 600;

const description = { events: ["schedule"], components: [], fetch: false };
const respond = async (): Promise<RunnerExchange> => ({
  result: { startedAt: Date.now(), status: 200, requestHeaders: {}, timings: { total: 0 } },
  response: {
    status: 200,
    headers: new Headers(),
    body: new TextEncoder().encode(JSON.stringify(description)),
  },
});
const runner: IntegrationRunner = {
  dispatch: respond,
  describe: respond,
  retire: async () => {},
  close: async () => {},
};

const secretBox = createSecretBox(new Uint8Array(32));
const storage = await openSqliteStorage({ folder, secretBox });
const urls = {
  api: "https://docs.example/v1",
  console: "https://docs.example",
  public: "https://sites.example",
};
const platform = await createPlatform({ ...storage, secretBox, runner, urls, now });
const { db } = platform;

const installed = await db.selectFrom("installations").select("id").executeTakeFirst();
if (installed === undefined) {
  const id = "org_1";
  await db.insertInto("organizations").values({ id, title: "Acme", subdomain: "acme" }).execute();
  const schedules = Array.from({ length: 8 }, (_, index) => `{ id: s${index}, everyMinutes: 10 }`);
  const manifest = testManifest("ticking", id, `scopes: []\nschedules: [${schedules.join(", ")}]`);
  const url = "http://127.0.0.1:9";
  await publishIntegration(platform, {
    name: "ticking",
    manifest,
    url,
    secrets: {},
    signingSecret: "secret",
  });
  await installIntegration(platform, "ticking", id);
}
const planned = await db
  .selectFrom("schedules")
  .select(["schedule_id as id", "tick_at as tickAt"])
  .where("definition", "!=", "")
  .execute();
process.stdout.write(`${JSON.stringify({ planned })}\n`);
if (mode === "run") for (;;) await runDueSchedules(platform);
while ((await runDueSchedules(platform)) > 0);
const events = await db.selectFrom("events").select("payload").where("type", "=", "schedule").execute();
const ticks = events.map(({ payload }) => JSON.parse(payload).schedule);
process.stdout.write(`${JSON.stringify({ ticks, now: now() })}\n`);
await platform.stop();
await storage.close();
