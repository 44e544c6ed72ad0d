import { once } from "node:events";
import { createServer } from "node:http";
import { mkdtemp, rm } from "node:fs/promises";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import * as routes from "@plugboard/api/routes";
import * as contentRoutes from "@plugboard/content/routes";
import { startPostgres } from "@plugboard/test-postgres";
import * as z from "zod";
import type { AttackReport } from "./attack-report.ts";
import { findFreePort } from "../../http/src/find-free-port.ts";
import { setUpScene } from "./set-up-scene.ts";
import { ownRoot, startTarget, type Target } from "./start-target.ts";

const editors = 4;
const patienceMilliseconds = 60_000;
const editSchema = z.looseObject({ revisionId: z.string() });
const webhookSchema = z.looseObject({ revisionId: z.string() });

/** A server that takes requests. Requests in flight when it was killed may fail. */
interface Serving {
  readonly target: Target;
  isKilled: boolean;
}

/**
 * Replaces two servers of an earlier version with two of this one, on one PostgreSQL database under load.
 * Each step except the last kills a server. All accepted events must be delivered, and only requests to
 * killed servers may fail.
 * @param before the folder of the earlier version's tree, with its dependencies installed
 * @param editsPerStep edits between two steps
 */
export async function rollUpgrade(before: string, editsPerStep: number): Promise<AttackReport> {
  const received = new Set<string>();
  const receiver = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const { data } = webhookSchema.safeParse(JSON.parse(Buffer.concat(chunks).toString("utf8")));
      if (data !== undefined) received.add(data.revisionId);
      response.end();
    });
  });
  receiver.listen(0, "127.0.0.1");
  await once(receiver, "listening");
  const postgres = await startPostgres();
  const folder = await mkdtemp(join(tmpdir(), "upgrade-"));
  const env = { DATABASE_URL: await postgres.createDatabase("platform") };
  const started: Target[] = [];
  const start = async (root: string): Promise<Serving> => {
    const target = await startTarget(await findFreePort(), env, folder, root);
    started.push(target);
    return { target, isKilled: false };
  };
  const first = await start(before);
  const scene = await setUpScene(first.target);
  const serving: Serving[] = [first];
  const accepted = new Set<string>();
  let edited = 0;
  const breaches: string[] = [];
  let cut = 0;
  const load = { edits: 0, isOver: false };

  const edit = async (): Promise<void> => {
    const server = serving[load.edits % serving.length];
    if (server === undefined) throw new Error("no server is running");
    load.edits += 1;
    const { target } = server;
    const path = contentRoutes.updatePageContent.path
      .replace("{spaceId}", scene.victim["spaceId"] ?? "")
      .replace("{pageId}", scene.victim["pageId"] ?? "");
    const { status, body } = await target.send(`${target.consoleUrl}/v1${path}`, {
      method: contentRoutes.updatePageContent.method,
      headers: { authorization: `Bearer ${target.adminToken}`, "content-type": "application/json" },
      body: JSON.stringify({ markdown: `# Edit ${load.edits}\n` }),
    });
    if (status === 200) {
      edited += 1;
      accepted.add(editSchema.parse(JSON.parse(body)).revisionId);
    } else if (server.isKilled) cut += 1;
    else breaches.push(`a request was answered with ${status} by a server that was not killed: ${body}`);
  };
  const keepEditing = async (): Promise<void> => {
    while (!load.isOver) await edit();
  };
  const nextStep = async (): Promise<void> => {
    const until = load.edits + editsPerStep;
    while (load.edits < until) await delay(20);
  };
  const kill = async (server: Serving): Promise<void> => {
    server.isKilled = true;
    serving.splice(serving.indexOf(server), 1);
    if (server.target.processId !== undefined) process.kill(server.target.processId, "SIGKILL");
    while (server.target.isAlive()) await delay(10);
  };

  try {
    const { port } = receiver.address() as AddressInfo; // It listens on a port, not on a pipe.
    await scene.api.call(routes.createWebhookEndpoint, {
      params: { installationId: scene.victim["installationId"] ?? "" },
      body: { url: `http://127.0.0.1:${port}/`, eventTypes: ["space_content_updated"] },
    });
    const second = await start(before);
    serving.push(second);
    const editing = Promise.all(Array.from({ length: editors }, keepEditing));
    await nextStep();
    const third = await start(ownRoot);
    serving.push(third);
    await nextStep();
    await kill(first);
    serving.push(await start(ownRoot));
    await nextStep();
    await kill(third);
    serving.push(await start(ownRoot));
    await nextStep();
    // A load balancer stops sending requests first.
    serving.splice(serving.indexOf(second), 1);
    await second.target.stop();
    await nextStep();
    load.isOver = true;
    await editing;
    const isMissing = (revision: string): boolean => !received.has(revision);
    const began = performance.now();
    // Also counts surplus events, because responses of earlier versions named the revision of a concurrent
    // edit.
    const isIncomplete = (): boolean => received.size < edited || [...accepted].some(isMissing);
    while (isIncomplete() && performance.now() - began < patienceMilliseconds) await delay(100);
    const lost = [...accepted].filter(isMissing);
    if (lost.length > 0) breaches.push(`${lost.length} of ${accepted.size} events did not arrive`);
    if (received.size < edited) breaches.push(`${received.size} events of ${edited} edits arrived`);
    return {
      name: "a rolling upgrade",
      cases: load.edits,
      breaches,
      figures: `${edited} accepted, ${received.size} events arrived, ${cut} cut off by 2 kills`,
    };
  } finally {
    load.isOver = true;
    for (const target of started) if (target.isAlive()) await target.stop();
    await scene.stop();
    receiver.close();
    receiver.closeAllConnections();
    await postgres.remove();
    await rm(folder, { recursive: true, force: true });
  }
}
