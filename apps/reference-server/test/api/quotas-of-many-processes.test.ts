import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { OrganizationQuota } from "@plugboard/api/client";
import {
  createApiKey,
  createWebhookEndpoint,
  getOrganization,
  getOrganizationUsage,
  queueTask,
  sendTestEvent,
  setOrganizationQuota,
} from "@plugboard/api/routes";
import { updatePageContent } from "@plugboard/content/routes";
import { atNight, createTestDatabase } from "@plugboard/test-postgres";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import * as z from "zod";
import { setUpServer, type TestServer } from "../../src/fixtures/set-up-server.fixture.ts";

const perMinute = 20;
const callsOfEach = 30;

// The folder contains the key that encrypts the secrets.
const dataDir = await mkdtemp(join(tmpdir(), "reference-server-"));
const config = {
  dataDir,
  databaseUrl: await createTestDatabase(),
  tasksPerMinute: perMinute,
  testEventsPerMinute: perMinute,
};

interface ResourceIds {
  readonly organizationId: string;
  readonly spaceId: string;
  readonly pageId: string;
  readonly installationId: string;
  readonly endpointId: string;
  readonly token: string;
}

type Call = (server: TestServer, ids: ResourceIds) => Promise<{ readonly status: number }>;

const read: Call = ({ call }, { token, ...params }) => call(getOrganization, { params, token });
const queue: Call = ({ call }, { installationId }) =>
  call(queueTask, { body: { installationId, task: { type: "sync" } } });

interface Quota {
  readonly name: string;
  /** The organization's quota, if it has one. */
  readonly quota?: OrganizationQuota;
  readonly call: Call;
}

const quotas: readonly Quota[] = [
  { name: "organization-requests", quota: { requestsPerMinute: perMinute }, call: read },
  {
    name: "organization-events",
    quota: { eventsPerMinute: perMinute },
    call: ({ call }, { spaceId, pageId }) =>
      call(updatePageContent, { params: { spaceId, pageId }, body: { markdown: String(Math.random()) } }),
  },
  ...atNight<Quota>(
    { name: "role-requests", quota: { readerRequestsPerMinute: perMinute }, call: read },
    { name: "organization-tasks", quota: { tasksPerMinute: perMinute }, call: queue },
    { name: "tasks", call: queue },
    {
      name: "test-events",
      call: ({ call }, { installationId, endpointId }) =>
        call(sendTestEvent, { params: { installationId, endpointId }, body: {} }),
    },
  ),
];

describe("quotas of two processes on one database", () => {
  const servers = [setUpServer("PostgreSQL", config), setUpServer("PostgreSQL", config)] as const;
  afterAll(() => rm(dataDir, { recursive: true, force: true }));
  const [first, second] = servers;
  const made = z.looseObject({ id: z.string() });
  let known: Omit<ResourceIds, "installationId" | "endpointId"> | undefined;
  beforeAll(async () => {
    const { organization: organizationId, space: spaceId, page: pageId } = first.seeded();
    const key = await first.succeed(createApiKey, {
      params: { organizationId },
      body: { name: "reads", role: "reader" },
    });
    known = { organizationId, spaceId, pageId, ...z.object({ token: z.string() }).parse(key) };
  });

  it.each(quotas)("are enforced together: $name", async ({ name, quota = {}, call }) => {
    if (known === undefined) throw new Error("used before there is an organization");
    await first.publish(name, undefined, "scopes: [space:content:read]");
    const installationId = await first.install(name);
    const endpoint = await first.succeed(createWebhookEndpoint, {
      params: { installationId },
      body: { url: "http://127.0.0.1:1/", eventTypes: ["site_view"] },
    });
    const ids = { ...known, installationId, endpointId: made.parse(endpoint).id };
    await first.succeed(setOrganizationQuota, { params: ids, body: quota });
    const start = performance.now();
    const statuses = await Promise.all(
      Array.from({ length: callsOfEach }, () =>
        servers.map(async (server) => (await call(server, ids)).status),
      ).flat(),
    );
    const seconds = (performance.now() - start) / 1000;
    const granted = statuses.filter((status) => status < 300).length;
    expect(granted).toBeGreaterThanOrEqual(perMinute);
    // Includes the refill during the calls.
    expect(granted).toBeLessThanOrEqual(perMinute + Math.ceil((seconds * perMinute) / 60));
    expect(statuses.filter((status) => status === 429)).toHaveLength(2 * callsOfEach - granted);
  });

  it("show the combined usage", async () => {
    const { organization: organizationId } = first.seeded();
    const params = { organizationId };
    await first.succeed(setOrganizationQuota, { params, body: { eventsPerMinute: 1000 } });
    const { space: spaceId, page: pageId } = first.seeded();
    for (const { succeed } of servers)
      await succeed(updatePageContent, { params: { spaceId, pageId }, body: { markdown: "of both" } });
    const usage = z.object({ emittedEvents: z.object({ perMinute: z.number(), remaining: z.number() }) });
    for (const { succeed } of servers) {
      const { emittedEvents } = usage.parse(await succeed(getOrganizationUsage, { params }));
      expect(emittedEvents.remaining).toBeLessThan(emittedEvents.perMinute);
    }
    expect([...first.errors, ...second.errors]).toEqual([]);
  });
});
