import { once } from "node:events";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { createWebhookEndpoint, updateWebhookEndpoint } from "@plugboard/api/routes";
import { createSecretBox } from "@plugboard/platform";
import { openSqliteStorage } from "@plugboard/platform/sqlite";
import type { AttackReport } from "./attack-report.ts";
import { findFreePort } from "../../http/src/find-free-port.ts";
import { setUpScene } from "./set-up-scene.ts";
import { startTarget } from "./start-target.ts";

/** How much longer than on empty data a start can take. */
const maxStartMilliseconds = 15_000;
const maxWaitMilliseconds = 2_000;
const attempts = 3;
const watchMilliseconds = 15_000;
const perCall = 1_000;

/**
 * Starts a server on data with many due deliveries. It must start, respond, and send deliveries at the same
 * time.
 */
export async function meetBacklog(deliveries: number): Promise<AttackReport> {
  const dataDir = await mkdtemp(join(tmpdir(), "attack-"));
  const arrived = new Set<string>();
  const receiver = createServer((request, response) => {
    arrived.add(String(request.headers["webhook-id"]));
    request.resume();
    response.end();
  }).listen(0, "127.0.0.1");
  await once(receiver, "listening");
  const address = receiver.address();
  const url = `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}/`;
  try {
    const { endpointIds, ordinary } = await registerEndpoints(dataDir, url);
    await fill(dataDir, deliveries, endpointIds);
    const breaches: string[] = [];
    const start = performance.now();
    const target = await startTarget(await findFreePort(), {}, dataDir);
    const started = performance.now() - start;
    if (started > ordinary + maxStartMilliseconds)
      breaches.push(`it was ready after ${Math.round(started)} ms`);
    const paths = ["/readyz", "/sites/handbook/", "/v1/deliveries?status=scheduled", "/v1/deliveries"];
    let longest = 0;
    let responses = 0;
    try {
      const first = arrived.size;
      while (performance.now() - start < started + watchMilliseconds) {
        const path = paths[responses % paths.length] ?? "";
        const origin = path.startsWith("/sites") ? target.sitesUrl : target.consoleUrl;
        const headers = { authorization: `Bearer ${target.adminToken}` };
        // One slow response can be due to other processes on this machine.
        let waited = Number.POSITIVE_INFINITY;
        for (let attempt = 0; attempt < attempts && waited > maxWaitMilliseconds; attempt += 1) {
          const before = performance.now();
          const { status } = await target.send(`${origin}${path}`, { headers });
          waited = Math.min(waited, performance.now() - before);
          if (status !== 200) breaches.push(`${path} responded with ${status}`);
        }
        longest = Math.max(longest, waited);
        responses += 1;
        if (waited > maxWaitMilliseconds) breaches.push(`${path} took ${Math.round(waited)} ms`);
        await delay(20);
      }
      const sent = arrived.size - first;
      if (sent < deliveries / 200) breaches.push(`only ${sent} deliveries were sent in 15 s`);
      return {
        name: "a backlog",
        cases: responses,
        breaches: [...breaches, ...(target.isAlive() ? [] : ["the server ended"])],
        figures: `${deliveries} deliveries due: ready after ${(started / 1000).toFixed(1)} s, ${sent} sent in 15 s, longest response ${Math.round(longest)} ms`,
      };
    } finally {
      await target.stop();
    }
  } finally {
    receiver.closeAllConnections();
    receiver.close();
    await rm(dataDir, { recursive: true, force: true });
  }
}

/** Registers four endpoints of two integrations in the data folder. Returns them and the duration of the start (ms). */
async function registerEndpoints(
  dataDir: string,
  url: string,
): Promise<{ readonly endpointIds: readonly string[]; readonly ordinary: number }> {
  const start = performance.now();
  const target = await startTarget(await findFreePort(), {}, dataDir);
  const ordinary = performance.now() - start;
  const scene = await setUpScene(target);
  const { api, victim, attacker } = scene;
  const endpointIds: string[] = [];
  for (const installationId of [victim["installationId"] ?? "", attacker.installationId]) {
    for (const path of ["one", "two"]) {
      const body = { url: `${url}${path}`, eventTypes: ["site_view"] } as const;
      const { id } = await api.call(createWebhookEndpoint, { params: { installationId }, body });
      endpointIds.push(id);
    }
  }
  const params = { installationId: victim["installationId"] ?? "", endpointId: victim["endpointId"] ?? "" };
  await api.call(updateWebhookEndpoint, { params, body: { status: "disabled" } });
  await scene.stop();
  return { endpointIds, ordinary };
}

async function fill(dataDir: string, count: number, endpointIds: readonly string[]): Promise<void> {
  const key = await readFile(join(dataDir, "master.key"), "utf8");
  const storage = await openSqliteStorage({
    folder: dataDir,
    secretBox: createSecretBox(Buffer.from(key, "base64")),
  });
  const body = JSON.stringify({ type: "site_view", text: "x".repeat(300) });
  for (let from = 0; from < count; from += perCall) {
    await storage.deliveryStore.enqueue(
      Array.from({ length: perCall }, (_item, index) => ({
        id: `evt_backlog_${from + index}`,
        type: "site_view",
        body,
        endpointIds: [endpointIds[index % endpointIds.length] ?? ""],
      })),
    );
  }
  await storage.close();
}
