import { once } from "node:events";
import { createServer, type Server } from "node:http";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { createApiClient } from "@plugboard/api/client";
import * as routes from "@plugboard/api/routes";
import * as contentRoutes from "@plugboard/content/routes";
import { createIntegration } from "@plugboard/content/integration";
import { serve } from "@plugboard/runtime/node";
import { startPostgres } from "@plugboard/test-postgres";
import { generateSecret } from "@plugboard/webhook-signer";
import type { AttackReport } from "./attack-report.ts";
import { findFreePort } from "../../http/src/find-free-port.ts";
import { startTarget } from "./start-target.ts";

const twoHoursAhead = `--import=data:text/javascript,${encodeURIComponent(
  "const now = Date.now; Date.now = () => now() + 7_200_000;",
)}`;
const patienceMilliseconds = 60_000;
const manifest = `name: clock
title: T
description: D.
organization: acme
visibility: private
scopes: [space:content:read]
`;

/**
 * Accepts events while the server's clock is two hours ahead, kills the server, and restarts it with the
 * correct time. Every event must be delivered.
 */
export async function killWithClockAhead(
  database: "SQLite" | "PostgreSQL",
  events: number,
): Promise<AttackReport> {
  const received = new Set<string>();
  // Doesn't verify signatures, because their timestamps are two hours ahead too.
  const receiver = createServer((request, response) => {
    received.add(String(request.headers["webhook-id"]));
    response.writeHead(200).end();
  });
  receiver.listen(0, "127.0.0.1");
  await once(receiver, "listening");
  const signingSecret = generateSecret();
  const host = await serve(createIntegration({ fetch: () => new Response("ok") }), {
    port: 0,
    hostname: "127.0.0.1",
    env: { PLUGBOARD_SIGNING_SECRET: signingSecret },
  });
  const postgres = database === "PostgreSQL" ? await startPostgres({ isDurable: false }) : undefined;
  const folder = await mkdtemp(join(tmpdir(), "clock-"));
  const stored: Record<string, string> =
    postgres === undefined ? {} : { DATABASE_URL: await postgres.createDatabase("platform") };
  const port = await findFreePort();
  let target = await startTarget(port, stored, folder);
  try {
    const api = createApiClient({ endpoint: `${target.consoleUrl}/v1`, token: target.adminToken });
    const [organization] = (await api.call(routes.listOrganizations)).items;
    const [space] = (await api.call(contentRoutes.listSpaces)).items;
    const spaceId = space?.id ?? "";
    const [page] = (await api.call(contentRoutes.listPages, { params: { spaceId } })).items;
    await api.call(routes.publishIntegration, {
      params: { integration: "clock" },
      body: { manifest, url: `http://127.0.0.1:${host.port}`, signingSecret },
    });
    const { id: installationId } = await api.call(routes.installIntegration, {
      params: { integration: "clock" },
      body: { organization: organization?.id ?? "" },
    });
    await api.call(contentRoutes.createSpaceInstallation, { params: { installationId, spaceId } });
    await api.call(routes.createWebhookEndpoint, {
      params: { installationId },
      body: { url: urlOf(receiver), eventTypes: ["space_content_updated"] },
    });
    await target.stop();

    target = await startTarget(port, { ...stored, NODE_OPTIONS: twoHoursAhead }, folder);
    for (let edit = 0; edit < events; edit += 1) {
      await api.call(contentRoutes.updatePageContent, {
        params: { spaceId, pageId: page?.id ?? "" },
        body: { markdown: `# Edit ${edit}\n` },
      });
    }
    if (target.processId !== undefined) process.kill(target.processId, "SIGKILL");
    while (target.isAlive()) await delay(10);
    const before = received.size;

    target = await startTarget(port, stored, folder);
    const start = performance.now();
    while (received.size < events && performance.now() - start < patienceMilliseconds) await delay(50);
    const seconds = ((performance.now() - start) / 1000).toFixed(1);
    const missing = events - received.size;
    return {
      name: `killed with its clock ahead, ${database}`,
      cases: events,
      breaches: missing > 0 ? [`${missing} of ${events} events did not arrive`] : [],
      figures: `${events - before} after the kill, all within ${seconds} s`,
    };
  } finally {
    await target.stop();
    await host.close();
    receiver.close();
    await postgres?.remove();
    await rm(folder, { recursive: true, force: true });
  }
}

function urlOf(server: Server): string {
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the receiver does not listen");
  return `http://127.0.0.1:${address.port}/`;
}
