import { mkdtemp, rm } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createApiClient } from "@plugboard/api/client";
import {
  getInstallation,
  getWebhookEndpoint,
  getWebhookEndpointSecrets,
  listInstallationDeliveries,
  listInstallationEvents,
  updateWebhookEndpoint,
} from "@plugboard/api/routes";
import {
  getPageContent,
  listSiteInstallations,
  listSpaceInstallations,
  updatePageContent,
} from "@plugboard/content/routes";
import { createTestDatabase } from "@plugboard/test-postgres";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { parseServerConfig } from "../../src/settings/parse-server-config.ts";
import { type RunningServer, startServer } from "../../src/server/start-server.ts";
import { readExpected, restorePostgres, restoreSqlite } from "./restore-release.fixture.ts";

/** Waits until a list that grows has this many items. */
const patience = { timeout: 20_000 };

describe.each(["sqlite", "postgres"] as const)("data of the first release on %s", (store) => {
  const closing: (() => Promise<unknown>)[] = [];
  const received: string[] = [];
  let expected: Awaited<ReturnType<typeof readExpected>>;
  let server: RunningServer;
  let receiver: Server;

  beforeAll(async () => {
    expected = await readExpected(store);
    const dataDir = await mkdtemp(join(tmpdir(), "upgrade-"));
    closing.push(() => rm(dataDir, { recursive: true, force: true }));
    let databaseUrl: string | undefined;
    if (store === "postgres") {
      databaseUrl = await createTestDatabase();
      await restorePostgres(databaseUrl, dataDir);
    } else {
      await restoreSqlite(dataDir);
    }
    receiver = createServer((request, response) => {
      request.resume();
      request.on("end", () => {
        received.push(request.url ?? "");
        response.end();
      });
    });
    await new Promise<void>((resolve) => {
      receiver.listen(0, "127.0.0.1", resolve);
    });
    closing.push(() => new Promise((resolve) => receiver.close(resolve)));
    server = await startServer(
      {
        ...parseServerConfig({}),
        port: 0,
        adminToken: expected.adminToken,
        dataDir,
        databaseUrl,
      },
      { collect: async () => "" },
      () => {},
    );
    closing.push(server.stop);
  });
  afterAll(async () => {
    for (const close of closing.toReversed()) await close();
  });

  const api = () => createApiClient({ endpoint: server.urls.api, token: expected.adminToken });
  const all = async <Item>(items: AsyncGenerator<Item>): Promise<Item[]> => {
    const found: Item[] = [];
    for await (const item of items) found.push(item);
    return found;
  };

  it("keeps pages, installations and their settings", async () => {
    const { installation: installationId, page, space, site } = expected;
    expect(
      await api().call(getPageContent, { params: { spaceId: space, pageId: page.pageId } }),
    ).toMatchObject(page);
    expect(await api().call(getInstallation, { params: { installationId } })).toMatchObject({
      status: "active",
      configuration: { channel: "docs" },
      externalIds: ["T123"],
    });
    const params = { installationId };
    expect(await all(api().list(listSpaceInstallations, { params }))).toMatchObject([{ space }]);
    expect(await all(api().list(listSiteInstallations, { params }))).toMatchObject([{ site }]);
  });

  it("keeps events and deliveries, whether they were sent or not", async () => {
    const params = { installationId: expected.installation };
    const events = await all(api().list(listInstallationEvents, { params }));
    for (const event of expected.events)
      expect(events).toContainEqual(
        expect.objectContaining({ id: event.id, type: event.type, payload: event.payload }),
      );
    const deliveries = await all(api().list(listInstallationDeliveries, { params }));
    const statuses = new Map(deliveries.map(({ id, status }) => [id, status]));
    expect([...statuses.keys()]).toEqual(expect.arrayContaining(expected.deliveries.map(({ id }) => id)));
    // Pending deliveries may have been sent by now; delivered ones must still be delivered.
    const delivered = expected.deliveries.filter(({ status }) => status === "delivered");
    expect(delivered.map(({ id }) => statuses.get(id))).toEqual(delivered.map(() => "delivered"));
  });

  it("can still decrypt signing secrets", async () => {
    const params = { installationId: expected.installation, endpointId: expected.endpoint.id };
    const { secrets } = await api().call(getWebhookEndpointSecrets, { params });
    expect(secrets.map(({ secret }) => secret)).toEqual(expected.secrets.secrets.map(({ secret }) => secret));
  });

  it("sends the queued deliveries of a paused endpoint once it is enabled, and new events", async () => {
    const params = { installationId: expected.installation, endpointId: expected.paused.id };
    expect(await api().call(getWebhookEndpoint, { params })).toMatchObject({ status: "paused" });
    const { port } = receiver.address() as AddressInfo; // It listens on a port, not on a pipe.
    const waiting = expected.deliveries.filter(({ status }) => status !== "delivered").length;
    expect(waiting).toBeGreaterThan(0);
    const body = { url: `http://127.0.0.1:${port}/moved`, status: "enabled" } as const;
    await api().call(updateWebhookEndpoint, { params, body });
    await expect.poll(() => received.length, patience).toBeGreaterThanOrEqual(waiting);
    await api().call(updatePageContent, {
      params: { spaceId: expected.space, pageId: expected.page.pageId },
      body: { markdown: "# After the upgrade" },
    });
    await expect.poll(() => received.length, patience).toBeGreaterThan(waiting);
  });
});
