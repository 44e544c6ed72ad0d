import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { json } from "node:stream/consumers";
import { createApiClient } from "@plugboard/api/client";
import {
  createWebhookEndpoint,
  installIntegration,
  listOrganizations,
  publishIntegration,
} from "@plugboard/api/routes";
import { createSpaceInstallation, listPages, listSpaces, updatePageContent } from "@plugboard/content/routes";
import { createIntegration } from "@plugboard/content/integration";
import { serve } from "@plugboard/runtime/node";
import { generateSecret } from "@plugboard/webhook-signer";
import { afterAll, describe, expect, it } from "vitest";
import * as z from "zod";
import { waitFor } from "../../../console/test/testing/wait-for.ts";
import { startCluster } from "./start-cluster.ts";

const eventSchema = z.looseObject({ revisionId: z.string() });

describe("a cluster", () => {
  const closing: (() => Promise<unknown> | void)[] = [];
  afterAll(async () => {
    for (const close of closing.toReversed()) await close();
  });

  it("loses no accepted event when an API process and a worker are killed", async () => {
    const cluster = await startCluster({ port: 0 });
    closing.push(cluster.stop);
    expect(cluster.processes.map(({ role }) => role)).toEqual(["api", "api", "worker", "worker"]);
    const api = createApiClient({ endpoint: `${cluster.consoleUrl}/v1`, token: cluster.adminToken });

    const signingSecret = generateSecret();
    const host = await serve(createIntegration({}), {
      port: 0,
      hostname: "127.0.0.1",
      env: { PLUGBOARD_SIGNING_SECRET: signingSecret },
    });
    closing.push(() => host.close());
    const arrived = new Set<string>();
    const receiver = createServer((request, response) => {
      void json(request)
        .then((event) => arrived.add(eventSchema.parse(event).revisionId))
        // Slow enough for a worker to die with requests in flight.
        .finally(() => setTimeout(() => response.end(), 20));
    }).listen(0, "127.0.0.1");
    await once(receiver, "listening");
    closing.push(() => void receiver.close());
    // The server listens on TCP.
    const { port } = receiver.address() as AddressInfo;

    const [space] = (await api.call(listSpaces)).items;
    const [organization] = (await api.call(listOrganizations)).items;
    const spaceId = space?.id ?? "";
    const manifest = `name: watched\ntitle: Test\ndescription: For tests.\norganization: acme\nvisibility: private\nscopes: [space:content:read]\n`;
    const url = `http://127.0.0.1:${host.port}`;
    await api.call(publishIntegration, {
      params: { integration: "watched" },
      body: { manifest, url, signingSecret },
    });
    const { id: installationId } = await api.call(installIntegration, {
      params: { integration: "watched" },
      body: { organization: organization?.id ?? "" },
    });
    await api.call(createSpaceInstallation, { params: { installationId, spaceId } });
    await api.call(createWebhookEndpoint, {
      params: { installationId },
      body: { url: `http://127.0.0.1:${port}`, eventTypes: ["space_content_updated"] },
    });
    const [page] = (await api.call(listPages, { params: { spaceId } })).items;
    const params = { spaceId, pageId: page?.id ?? "" };

    const accepted: string[] = [];
    for (let index = 0; index < 40; index += 1) {
      if (index === 10 || index === 20) {
        const role = index === 10 ? "api" : "worker";
        process.kill(cluster.processes.find((one) => one.role === role)?.processId ?? 0, "SIGKILL");
      }
      // A request cut off by the kill has an unknown outcome and isn't counted.
      await api
        .call(updatePageContent, { params, body: { markdown: `# Edit ${index}` } })
        .then(({ revisionId }) => accepted.push(revisionId))
        .catch(() => {});
    }
    expect(accepted.length).toBeGreaterThan(30);
    await waitFor("every accepted edit", () => accepted.every((id) => arrived.has(id)) || undefined, 40_000);
  }, 120_000);
});
