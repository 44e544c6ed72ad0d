import { readFileSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { AnyOperation } from "@plugboard/api/contract";
import type { AttackReport } from "./attack-report.ts";
import { findFreePort } from "../../http/src/find-free-port.ts";
import { listSpots, replaceAt } from "./json-spots.ts";
import { texts, values } from "./pathological-documents.ts";
import { harmlessBody, table, urlOf } from "./requests-from-contract.ts";
import { createRandom } from "./seeded-random.ts";
import { type Scene, setUpScene } from "./set-up-scene.ts";
import { startTarget } from "./start-target.ts";

/** The maximum CPU time for which a request can block the event loop on an ordinary machine (ms). */
const maxBlockMilliseconds = 100;
const attempts = 3;
/** Around the size limits of the operations. */
const sizes = [2_000, 20_000, 60_000, 110_000, 250_000, 990_000, 4_800_000, 40_000_000];
const marker = "\u{f8ff}document\u{f8ff}";

interface Case {
  readonly operation: AnyOperation;
  readonly spot: readonly string[];
  readonly name: string;
  readonly size: number;
}

/**
 * Sends pathological documents of every allowed size to every operation with a body, at every position, as
 * the administrator. No request may block the event loop. The CPU time of the thread is measured, because
 * other processes don't affect it, and a case only counts if it blocks several times in a row.
 *
 * @param perOperation the number of cases per operation; all if `undefined`
 */
export async function attackWithDocuments(
  perOperation: number | undefined,
  seed: number,
): Promise<AttackReport> {
  const folder = await mkdtemp(join(tmpdir(), "attack-"));
  const log = join(folder, "blocks");
  await writeFile(log, "");
  const watch = new URL("watch-event-loop.ts", import.meta.url).href;
  const target = await startTarget(await findFreePort(), {
    NODE_OPTIONS: `--import ${watch}`,
    EVENT_LOOP_LOG: log,
  });
  const scene = await setUpScene(target);
  const random = createRandom(seed);
  const slowness = measureSlowness();
  const limit = maxBlockMilliseconds * slowness;
  const breaches: string[] = [];
  let [cases, worst] = [0, 0];
  try {
    for (const operation of table) {
      const all = listCases(operation);
      if (all.length > 0) await send(scene, operation, JSON.stringify(harmlessBody(operation)));
      const chosen = perOperation === undefined ? all : pickSome(all, perOperation, random);
      for (const each of chosen) {
        cases += 1;
        let least = Number.POSITIVE_INFINITY;
        for (let attempt = 0; attempt < attempts && least > limit; attempt += 1)
          least = Math.min(least, await measure(scene, each, log));
        worst = Math.max(worst, least);
        const { spot, name, size } = each;
        const what = `${operation.id}: ${name} of ${size} characters as ${spot.join(".") || "the body"}`;
        if (least > limit) breaches.push(`${what} blocked the event loop for ${least} ms of CPU time`);
        if (!target.isAlive()) return report([...breaches, `${what} ended the server`]);
      }
    }
    return report(breaches);
  } finally {
    await scene.stop();
    await rm(folder, { recursive: true, force: true });
  }

  function report(found: readonly string[]): AttackReport {
    const figures = `worst ${worst} of ${Math.round(limit)} ms`;
    return { name: "pathological documents", cases, breaches: found, figures };
  }
}

function listCases(operation: AnyOperation): readonly Case[] {
  const body = harmlessBody(operation);
  if (body === undefined) return [];
  // The envelope around a document and escape sequences use part of the limit.
  const allowed = sizes.filter((size) => size < operation.maxBodyBytes - 2000);
  return listSpots(body, []).flatMap((spot) =>
    [...Object.keys(texts), ...Object.keys(values)].flatMap((name) =>
      allowed.map((size) => ({ operation, spot, name, size })),
    ),
  );
}

function pickSome(all: readonly Case[], count: number, random: () => number): readonly Case[] {
  const picked = Array.from({ length: count }, () => all[Math.floor(random() * all.length)]);
  return picked.filter((each) => each !== undefined);
}

/** Returns the longest block caused by a case (ms). */
async function measure(scene: Scene, { operation, spot, name, size }: Case, log: string): Promise<number> {
  const text = texts[name];
  const document =
    text === undefined ? (values[name]?.(size) ?? "") : JSON.stringify(shorten(text(size), size));
  const body = JSON.stringify(replaceAt(harmlessBody(operation), spot, marker)).replace(
    JSON.stringify(marker),
    () => document,
  );
  const before = readFileSync(log, "utf8").length;
  await send(scene, operation, body);
  // The watcher samples once the event loop is free again.
  await scene.target.send(`${scene.target.consoleUrl}/healthz`);
  const blocks = readFileSync(log, "utf8").slice(before).split("\n").map(Number);
  return Math.max(...blocks);
}

/** Truncates a string so that its JSON fits a size limit. */
function shorten(text: string, size: number): string {
  const { length } = JSON.stringify(text);
  return length <= size + 2 ? text : text.slice(0, Math.floor((text.length * size) / length));
}

async function send({ target, victim }: Scene, operation: AnyOperation, body: string): Promise<void> {
  await target.send(urlOf(target.consoleUrl, operation, victim), {
    method: operation.method,
    headers: { authorization: `Bearer ${target.adminToken}`, "content-type": "application/json" },
    body,
  });
}

const ordinaryMilliseconds = 60;

/** Returns how much slower this machine is than an ordinary one, at least 1. */
function measureSlowness(): number {
  const text = JSON.stringify(Array.from({ length: 100_000 }, (_, index) => ({ [`k${index}`]: index })));
  const runs = Array.from({ length: 5 }, () => {
    const before = process.threadCpuUsage();
    JSON.parse(text);
    const { user, system } = process.threadCpuUsage(before);
    return (user + system) / 1000;
  });
  return Math.max(1, Math.min(...runs) / ordinaryMilliseconds);
}
