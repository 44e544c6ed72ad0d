import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import { setTimeout as delay } from "node:timers/promises";
import { createWebhookEndpoint } from "@plugboard/api/routes";
import { updatePageContent } from "@plugboard/content/routes";
import * as z from "zod";
import type { AttackReport } from "./attack-report.ts";
import { findFreePort } from "../../http/src/find-free-port.ts";
import { setUpScene } from "./set-up-scene.ts";
import { startSmallTarget } from "./start-target.ts";

const recoverMilliseconds = 20_000;
const megabytes = { room: 16, taken: 8 };
const webhookSchema = z.looseObject({ revisionId: z.string() });

/**
 * Fills the disk of a server with edits. Reads must continue, errors must name the cause, and accepted events
 * must arrive once there is space again.
 */
export async function fillDisk(edits: number): Promise<AttackReport> {
  const target = await startSmallTarget(await findFreePort(), megabytes);
  const scene = await setUpScene(target);
  const { spaceId = "", pageId = "", installationId = "" } = scene.victim;
  const arrived = new Set<string>();
  const receive = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    arrived.add(webhookSchema.parse(JSON.parse(await text(request))).revisionId);
    response.end();
  };
  const receiver = createServer((request, response) => void receive(request, response));
  receiver.listen(0, "127.0.0.1");
  await once(receiver, "listening");
  const address = receiver.address();
  if (address === null || typeof address === "string") throw new Error("the receiver does not listen");
  const breaches: string[] = [];
  const accepted: string[] = [];
  const refused = new Map<number, number>();
  const edit = async (length: number): Promise<boolean> => {
    const { method, path } = updatePageContent;
    const { status, body } = await target.send(
      `${target.consoleUrl}/v1${path.replace("{spaceId}", spaceId).replace("{pageId}", pageId)}`,
      {
        method,
        headers: { authorization: `Bearer ${target.adminToken}`, "content-type": "application/json" },
        body: JSON.stringify({ markdown: `# Edit\n\n${"x".repeat(length)}${accepted.length}\n` }),
      },
    );
    if (status === 200) accepted.push(webhookSchema.parse(JSON.parse(body)).revisionId);
    else refused.set(status, (refused.get(status) ?? 0) + 1);
    return status === 200;
  };
  const readiness = () => target.send(`http://127.0.0.1:${target.port}/readyz`);
  try {
    await scene.api.call(createWebhookEndpoint, {
      params: { installationId },
      body: { url: `http://127.0.0.1:${address.port}/`, eventTypes: ["space_content_updated"] },
    });
    // Large edits until none fits, then small ones until none fits either.
    for (const length of [400_000, 20_000, 100]) {
      for (let row = 0; row < 5; ) row = (await edit(length)) ? 0 : row + 1;
    }
    for (let count = 0; count < edits; count += 1) {
      await edit(100);
      const shown = await target.send(`${target.sitesUrl}/sites/handbook/`);
      if (shown.status !== 200) breaches.push(`with the disk full, a page was shown with ${shown.status}`);
    }
    const full = await readiness();
    if (full.status !== 503 || !full.body.includes("disk is full"))
      breaches.push(`with the disk full, /readyz responded with ${full.status}: ${full.body}`);
    for (const status of refused.keys())
      if (status !== 503) breaches.push(`${refused.get(status)} edits got ${status}`);
    const kept = accepted.length;
    await target.makeRoom();
    const start = performance.now();
    const inTime = () => target.isAlive() && performance.now() - start < recoverMilliseconds;
    while (inTime() && (await readiness()).status !== 200) await delay(50);
    if ((await readiness()).status !== 200) breaches.push("not ready after space was freed");
    if (!(await edit(100))) breaches.push("an edit was rejected after space was freed");
    const missing = () => accepted.filter((revision) => !arrived.has(revision));
    while (inTime() && missing().length > 0) await delay(50);
    if (missing().length > 0) breaches.push(`${missing().length} of ${accepted.length} events were lost`);
    if (!target.isAlive()) breaches.push("the server ended");
    const seconds = ((performance.now() - start) / 1000).toFixed(1);
    const tried = [...refused.values()].reduce((sum, count) => sum + count, 0);
    return {
      name: "a full disk",
      cases: accepted.length + tried,
      breaches,
      figures: `${kept} edits accepted, ${tried} rejected, all events arrived ${seconds} s after space was freed`,
    };
  } finally {
    await scene.stop();
    receiver.close();
  }
}
