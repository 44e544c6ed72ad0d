import { setTimeout as delay } from "node:timers/promises";
import { createApiClient } from "@plugboard/api/client";
import { getPageContent, listPages, listSpaces, updatePageContent } from "@plugboard/content/routes";
import { type PostgresServer, startPostgres } from "@plugboard/test-postgres";
import type { AttackReport } from "./attack-report.ts";
import { findFreePort } from "../../http/src/find-free-port.ts";
import { startTarget, type Target } from "./start-target.ts";

const recoverMilliseconds = 20_000;
// One second, plus a margin for busy machines.
const maxUnreadyMilliseconds = 2_000;
const maxStopMilliseconds = 30_000;

/** The failures of the database, each for a moment. */
const strikes: readonly (readonly [name: string, strike: (postgres: PostgresServer) => Promise<void>])[] = [
  [
    "killed",
    async (postgres) => {
      await postgres.kill();
      await postgres.start();
    },
  ],
  [
    "stopped",
    async (postgres) => {
      await postgres.stop();
      await postgres.start();
    },
  ],
  [
    "frozen",
    async (postgres) => {
      await postgres.freeze();
      await delay(2500);
      postgres.thaw();
    },
  ],
];

/**
 * Kills, stops and freezes the database of a server under load. The server must continue and keep everything
 * it accepted.
 */
export async function strikeDatabase(count: number): Promise<AttackReport> {
  const postgres = await startPostgres();
  const target = await startTarget(await findFreePort(), {
    DATABASE_URL: await postgres.createDatabase("platform"),
    PLUGBOARD_DATABASE_TIMEOUT: "2s",
  });
  const ending = new AbortController();
  try {
    const pages = await openPage(target);
    let accepted = "";
    let edits = 0;
    let refused = 0;
    const load = (async () => {
      while (!ending.signal.aborted) {
        edits += 1;
        const markdown = `# Edit ${edits}\n`;
        const isAccepted = await pages.write(markdown).then(
          () => true,
          () => false,
        );
        if (isAccepted) accepted = markdown;
        else refused += 1;
        await delay(5);
      }
    })();
    const breaches: string[] = [];
    for (let index = 0; index < count; index += 1) {
      const [name = "", strike] = strikes[index % strikes.length] ?? [];
      // Accept some load before each failure.
      await delay(500);
      await strike?.(postgres);
      const ready = await becomesReady(target);
      if (!target.isAlive())
        return {
          name: "the database struck",
          cases: index + 1,
          breaches: [`the server ended when the database was ${name}`],
        };
      if (!ready) breaches.push(`not ready ${recoverMilliseconds} ms after the database was ${name}`);
    }
    ending.abort();
    await load;
    const last = await pages.read();
    // A rejected write may have been stored anyway, but an accepted one must not be lost.
    if (numberOf(last) < numberOf(accepted))
      breaches.push(`${accepted.trim()} was accepted, but the database contains ${last.trim()}`);
    const [unready, stopped] = await stopWhileFrozen(target, postgres);
    if (unready > maxUnreadyMilliseconds)
      breaches.push(`with the database frozen, /readyz took ${Math.round(unready)} ms`);
    if (stopped > maxStopMilliseconds)
      breaches.push(`with the database frozen, the server took ${Math.round(stopped)} ms to stop`);
    return {
      name: "the database struck",
      cases: count,
      breaches,
      figures: `${edits} edits, ${refused} rejected meanwhile; frozen: /readyz after ${Math.round(unready)} ms, stopped after ${(stopped / 1000).toFixed(1)} s`,
    };
  } finally {
    ending.abort();
    postgres.thaw();
    await target.stop();
    await postgres.remove();
  }
}

/**
 * Returns how long the server takes to report that it isn't ready, and to stop, while its database hangs
 * (ms).
 */
async function stopWhileFrozen(
  target: Target,
  postgres: PostgresServer,
): Promise<[unready: number, stopped: number]> {
  await postgres.freeze();
  const start = performance.now();
  await target.send(`http://127.0.0.1:${target.port}/readyz`);
  const unready = performance.now() - start;
  await target.stop();
  return [unready, performance.now() - start - unready];
}

async function openPage({ consoleUrl, adminToken }: Target): Promise<{
  readonly write: (markdown: string) => Promise<unknown>;
  readonly read: () => Promise<string>;
}> {
  const api = createApiClient({ endpoint: `${consoleUrl}/v1`, token: adminToken, timeoutMilliseconds: 4000 });
  const [space] = (await api.call(listSpaces)).items;
  const spaceId = space?.id ?? "";
  const [page] = (await api.call(listPages, { params: { spaceId } })).items;
  const params = { spaceId, pageId: page?.id ?? "" };
  return {
    write: async (markdown) => await api.call(updatePageContent, { params, body: { markdown } }),
    read: async () => (await api.call(getPageContent, { params })).markdown,
  };
}

async function becomesReady(target: Target): Promise<boolean> {
  const end = performance.now() + recoverMilliseconds;
  while (target.isAlive() && performance.now() < end) {
    const { status } = await target.send(`http://127.0.0.1:${target.port}/readyz`);
    if (status === 200) return true;
    await delay(100);
  }
  return false;
}

function numberOf(markdown: string): number {
  return Number(/# Edit (\d+)/.exec(markdown)?.[1] ?? 0);
}
