import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import {
  createInvitation,
  createWebhookEndpoint,
  deleteOrganization,
  expungeEvents,
  getDeliveryBody,
  getOrganization,
  getOrganizationUsage,
  getShareLink,
  installIntegration,
  listAuditEntries,
  listDeliveries,
  listEvents,
  listOrganizationExport,
  pauseInstallation,
  queueTask,
  resumeInstallation,
  sendDeliveriesAgain,
  sendDeliveryAgain,
  setOrganizationQuota,
  updateOrganization,
} from "@plugboard/api/routes";
import {
  createSiteInstallation,
  createSpaceInstallation,
  eraseVisitor,
  listVisitorEvents,
  updatePageContent,
} from "../../../../content/src/client/routes.ts";
import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import * as z from "zod";
import { createApiKey } from "../../access/api-keys.ts";
import { createId } from "../../common/create-id.ts";
import { createVisitRecorder } from "../../../../content/src/spaces/visits.ts";
import { administrator, person, setUpApi } from "../../fixtures/set-up-api.fixture.ts";
import { databaseKinds } from "../../fixtures/set-up-storage.fixture.ts";
import { expungeOldEvents } from "../expunge-events.ts";
import { addMember } from "../../organizations/members.ts";
import { servedOperations } from "../../fixtures/served-operations.fixture.ts";

const pageSchema = z.object({
  items: z.array(z.object({ kind: z.string(), data: z.record(z.string(), z.unknown()) })),
  next: z.string().optional(),
});

const recordedSchema = z.object({
  items: z.array(z.looseObject({ id: z.string(), eventId: z.string() })),
});
const dayMilliseconds = 24 * 3600 * 1000;

const delivered = {
  startedAt: 0,
  status: 200,
  requestHeaders: {},
  responseExcerpt: "thanks",
  timings: { total: 0 },
} as const;

describe("requests", () => {
  const two = { name: "requests", quota: 2, windowSeconds: 60 };
  const three = { name: "organization-requests", quota: 3, windowSeconds: 60 };
  const { call, succeed, createContent, platform, clock } = setUpApi("SQLite", {
    quotas: { requests: two, organizationRequests: three },
  });

  it("are counted per person, key and organization, within the administrator's quota", async () => {
    const [{ organizationId }, other] = [await createContent(), await createContent()];
    const params = { organizationId };
    const [first, second, third] = await Promise.all(
      [organizationId, organizationId, other.organizationId].map(async (id) => {
        const { token } = await createApiKey(platform(), id, { name: "Key", role: "owner" });
        return async () => await call(token, getOrganization, { params: { organizationId: id } });
      }),
    );
    const statuses = [];
    for (const request of [first, first, first, second, second, third])
      statuses.push((await request?.())?.status);
    expect(statuses).toEqual([200, 200, 429, 200, 429, 200]);
    const refused = await second?.();
    expect(refused).toMatchObject({ status: 429, body: { code: "rate_limited" } });
    expect(refused?.headers.get("retry-after")).toBe("30");
    const ada = person("ada", { [organizationId]: "owner" });
    const read = async () => (await call(ada, getOrganizationUsage, { params })).status;
    expect([await read(), await read(), await read()]).toEqual([200, 200, 429]);

    const used = await succeed(administrator, getOrganizationUsage, { params });
    expect(used).toMatchObject({
      spaces: 1,
      pages: 1,
      sites: 1,
      apiKeys: 2,
      requests: { perMinute: 3, remaining: 0 },
    });
    const byRole = { readerRequestsPerMinute: 1 };
    expect(await succeed(administrator, setOrganizationQuota, { params, body: byRole })).toMatchObject({
      limits: byRole,
    });
    const grace = person("grace", { [organizationId]: "reader", [other.organizationId]: "editor" });
    const open = async (id: string) => await call(grace, getOrganization, { params: { organizationId: id } });
    const [allowed, tooMany] = [await open(organizationId), await open(organizationId)];
    expect([allowed.status, tooMany.status]).toEqual([200, 429]);
    expect(allowed.headers.get("ratelimit")).toContain('"role-requests";r=0');
    expect(tooMany.headers.get("retry-after")).toBe("60");
    clock.now += 30_000;
    // The same person has a different role in another organization.
    expect((await open(other.organizationId)).status).toBe(200);
    await succeed(administrator, setOrganizationQuota, { params, body: { requestsPerMinute: 600 } });
    clock.now += 30_000;
    expect((await first?.())?.status).toBe(200);
    expect(await succeed(administrator, setOrganizationQuota, { params, body: {} })).toMatchObject({
      requests: { perMinute: 3 },
    });
  });
});

describe.each(databaseKinds)("an organization on %s", (kind) => {
  const { call, succeed, createContent, publish, platform, storage, clock } = setUpApi(kind, {
    webhooks: {
      send: async () => delivered,
      checkEndpoint: () => {},
      destinations: [],
      challenge: async () => ({ isVerified: false, result: delivered }),
    },
  });

  /** An organization with a row in every table, each with a unique word. */
  async function setUp() {
    const content = await createContent();
    const { organizationId, siteId, spaceId, pageId } = content;
    const word = organizationId.slice(-10);
    const owner = person(`owner-${word}`, { [organizationId]: "owner" });
    const { name } = await publish(organizationId, "scopes: [space:content:read, site:views:read]");
    const installed = await succeed(owner, installIntegration, {
      params: { integration: name },
      body: { organization: organizationId },
    });
    const params = { ...content, installationId: String(installed["id"]), integration: name };
    await succeed(owner, createSpaceInstallation, { params });
    await succeed(owner, createSiteInstallation, { params });
    const eventTypes = ["space_content_updated", "site_view"];
    await succeed(owner, createWebhookEndpoint, {
      params,
      body: { url: `https://hooks.example/${word}`, eventTypes },
    });
    await succeed(owner, updateOrganization, { params, body: { title: `Title ${word}` } });
    await succeed(owner, updatePageContent, { params, body: { markdown: `Page ${word}` } });
    await succeed(owner, createInvitation, {
      params,
      body: { email: `${word}@acme.example`, role: "reader" },
    });
    await succeed(owner, getShareLink, { params });
    await succeed(owner, pauseInstallation, { params });
    await succeed(owner, resumeInstallation, { params });
    await addMember(platform(), organizationId, { id: `owner-${word}`, name: `Member ${word}` }, "owner");
    const { token } = await createApiKey(platform(), organizationId, { name: `Key ${word}`, role: "owner" });
    const visit = async (anonymousId: string) =>
      await createVisitRecorder(platform()).recordView({
        siteId,
        spaceId,
        pageId,
        url: `https://sites.example.net/${word}`,
        referrer: "",
        visitor: { anonymousId, userAgent: `Agent of ${anonymousId}`, ip: "192.0.2.9", cookies: {} },
      });
    const deliver = async () => {
      while ((await platform().runDue()) > 0) clock.now += 1000;
    };
    const ids = [organizationId, siteId, spaceId, pageId, params.installationId, name];
    return { params, word, owner, token, visit, deliver, ids };
  }

  /** The contents of SQLite's files, including deleted data, or PostgreSQL's rows. */
  async function readEverything(): Promise<string> {
    const { folder } = storage();
    if (folder === undefined) return await readTables();
    const files = await Promise.all(
      (await readdir(folder)).map((file) => readFile(join(folder, file), "latin1")),
    );
    return files.join("\n");
  }

  /**
   * All rows of PostgreSQL, except deleted endpoints, which the engine keeps for an hour without their
   * contents.
   */
  async function readTables(): Promise<string> {
    const { db } = storage();
    const tables = await sql<{ readonly name: string }>`
      select table_schema || '.' || table_name as name from information_schema.tables
      where table_schema in ('public', 'webhooks') and table_name not in ('endpoints', 'tenants')`.execute(
      db,
    );
    const texts = await Promise.all(
      tables.rows.map(async ({ name }) => {
        const { rows } = await sql`select to_json(t)::text from ${sql.table(name)} as t`.execute(db);
        return JSON.stringify(rows);
      }),
    );
    return texts.join("\n");
  }

  it("is exported with all its data, without secrets", async () => {
    const { params, owner, token, visit, deliver, word } = await setUp();
    await visit(`visitor-${word}`);
    await deliver();
    const items: z.infer<typeof pageSchema>["items"][number][] = [];
    for (let cursor: string | undefined; ; ) {
      const query = { limit: "3", ...(cursor !== undefined && { cursor }) };
      const page = pageSchema.parse(await succeed(owner, listOrganizationExport, { params, query }));
      items.push(...page.items);
      cursor = page.next;
      if (cursor === undefined) break;
    }
    const kinds = Object.groupBy(items, ({ kind: each }) => each);
    expect(Object.keys(kinds)).toEqual(
      expect.arrayContaining([
        "organizations",
        "members",
        "pages",
        "page_versions",
        "sites",
        "integrations",
        "installations",
        "events",
        "audit_entries",
        "deliveries",
      ]),
    );
    expect(kinds["page_versions"]).toContainEqual({
      kind: "page_versions",
      data: expect.objectContaining({ markdown: `Page ${word}` }),
    });
    expect(items.filter(({ kind: each }) => each === "deliveries").length).toBeGreaterThan(2);
    const texts = items.map((item) => JSON.stringify(item));
    expect(new Set(texts).size).toBe(texts.length);
    expect(texts.join("\n")).not.toMatch(/token_hash|signing_secrets|share_token|"configuration":"/);
    expect(texts.join("\n")).not.toContain(token);
    expect((await call(owner, listOrganizationExport, { params, query: { cursor: "pages x" } })).status).toBe(
      400,
    );
    const admin = person("a", { [params.organizationId]: "admin" });
    for (const route of [listOrganizationExport, deleteOrganization])
      expect((await call(admin, route, { params })).status).toBe(403);
  });

  it("never exceeds its quotas under concurrent requests", async () => {
    const { organizationId, spaceId, pageId } = await createContent();
    const owner = person("o", { [organizationId]: "owner" });
    const { name: integration } = await publish(organizationId, "scopes: [space:content:read]");
    const second = (await publish(organizationId, "scopes: [space:content:read]")).name;
    const installations = await Promise.all(
      [integration, second].map(async (each) => {
        const body = { organization: organizationId };
        return String(
          (await succeed(owner, installIntegration, { params: { integration: each }, body }))["id"],
        );
      }),
    );
    const quota = {
      requestsPerMinute: 600,
      maxWebhookEndpoints: 3,
      maxPageCharacters: 100,
      tasksPerMinute: 2,
    };
    const params = { organizationId };
    expect((await call(owner, setOrganizationQuota, { params, body: quota })).status).toBe(403);
    expect(await succeed(administrator, setOrganizationQuota, { params, body: quota })).toMatchObject({
      limits: quota,
    });
    const statusesOf = async (calls: readonly Promise<{ readonly status: number }>[]) =>
      (await Promise.all(calls)).map(({ status }) => status).toSorted((one, other) => one - other);

    const body = { url: "https://hooks.example", eventTypes: ["space_content_updated"] };
    const endpoints = Array.from({ length: 8 }, (_each, index) =>
      call(owner, createWebhookEndpoint, {
        params: { installationId: installations[index % 2] ?? "" },
        body,
      }),
    );
    expect(await statusesOf(endpoints)).toEqual([201, 201, 201, 409, 409, 409, 409, 409]);

    const save = async (length: number) =>
      await call(owner, updatePageContent, {
        params: { spaceId, pageId },
        body: { markdown: "x".repeat(length) },
      });
    expect([(await save(100)).status, (await save(101)).status, (await save(99)).status]).toEqual([
      200, 409, 200,
    ]);

    const task = { installationId: installations[0], task: { type: "sync" } };
    const tasks = await Promise.all(Array.from({ length: 5 }, () => call(owner, queueTask, { body: task })));
    expect(tasks.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([
      201, 201, 429, 429, 429,
    ]);
    const refused = tasks.find(({ status }) => status === 429);
    expect([refused?.headers.get("retry-after"), refused?.headers.get("ratelimit")]).toEqual([
      expect.stringMatching(/^\d+$/),
      expect.stringContaining("organization-tasks"),
    ]);
  });

  it("rejects only calls that would exceed its event quota", async () => {
    const { params, owner } = await setUp();
    await succeed(administrator, setOrganizationQuota, { params, body: { eventsPerMinute: 2 } });
    const edit = async () =>
      await call(owner, updatePageContent, { params, body: { markdown: createId("key") } });
    const first = await edit();
    expect([first.status, first.headers.get("ratelimit-policy")]).toEqual([
      200,
      expect.stringContaining('"organization-events";q=2;w=60'),
    ]);
    expect((await edit()).status).toBe(200);
    expect(await succeed(owner, getOrganizationUsage, { params })).toMatchObject({
      emittedEvents: { perMinute: 2, remaining: 0 },
    });
    const emitting = servedOperations.filter(({ emits }) => emits !== undefined);
    expect(emitting.length).toBeGreaterThan(8);
    for (const operation of emitting) {
      const refused = await call(owner, operation, { params, body: operation.example.body });
      expect([operation.id, refused.status, refused.headers.get("retry-after")]).toEqual([
        operation.id,
        429,
        expect.stringMatching(/^[1-9]\d*$/),
      ]);
    }
    expect((await call(owner, updateOrganization, { params, body: { title: "Renamed" } })).status).toBe(200);
    clock.now += 60_000;
    expect((await edit()).status).toBe(200);
  });

  it("is deleted with all its data", async () => {
    const [deleted, remaining] = [await setUp(), await setUp()];
    for (const { visit, deliver, word } of [deleted, remaining]) {
      await visit(`visitor-${word}`);
      await deliver();
    }
    await succeed(deleted.owner, pauseInstallation, { params: deleted.params });
    await succeed(deleted.owner, deleteOrganization, { params: deleted.params });
    await deleted.deliver();
    expect((await call(administrator, getOrganization, { params: deleted.params })).status).toBe(404);
    expect((await call(deleted.token, getOrganization, { params: deleted.params })).status).toBe(401);
    const tenants = [deleted.params.installationId];
    expect((await platform().deliveries.listDeliveries({ tenants })).items).toEqual([]);
    expect(
      (await platform().deliveries.listDeliveries({ tenants: [remaining.params.installationId] })).items,
    ).not.toEqual([]);
    expect((await call(remaining.token, getOrganization, { params: remaining.params })).status).toBe(200);

    const everything = await readEverything();
    expect(everything).toContain(remaining.word);
    // The platform's own audit log records the deletion and its author.
    const { organizationId, ...rest } = deleted.params;
    const left = [deleted.word, ...Object.values(rest)].filter((text) =>
      everything.replaceAll(organizationId, "").replaceAll(`owner-${deleted.word}`, "").includes(text),
    );
    expect(left).toEqual([]);
    expect(
      await succeed(administrator, listAuditEntries, { query: { operation: "deleteOrganization" } }),
    ).toMatchObject({
      items: expect.arrayContaining([expect.objectContaining({ resource: { organizationId } })]),
    });
  });

  it("expunges event payloads, and keeps delivery records", async () => {
    const [{ params, owner, visit, deliver, word }, other] = [await setUp(), await setUp()];
    for (const each of [{ visit, word }, other]) await each.visit(`visitor-${each.word}`);
    await deliver();
    const admin = person("a", { [params.organizationId]: "admin" });
    // The engine uses the system clock.
    const body = { before: new Date(Math.max(clock.now, Date.now()) + 60_000).toISOString() };
    expect((await call(admin, expungeEvents, { params, body })).status).toBe(403);
    const { items: deliveries } = recordedSchema.parse(await succeed(owner, listDeliveries));
    const result = await succeed(owner, expungeEvents, { params, body });
    const bodies = new Set(deliveries.map(({ eventId }) => eventId)).size;
    expect(result).toEqual({ events: expect.any(Number), bodies });
    expect(await succeed(owner, expungeEvents, { params, body })).toEqual({ events: 0, bodies: 0 });

    const after = recordedSchema.parse(await succeed(owner, listDeliveries)).items;
    expect(after).toEqual(deliveries);
    const [{ id: deliveryId } = { id: "" }] = after;
    const one = { params: { ...params, deliveryId } };
    for (const route of [getDeliveryBody, sendDeliveryAgain])
      expect(await call(owner, route, one)).toMatchObject({ status: 410, body: { code: "expunged" } });
    expect(await succeed(owner, sendDeliveriesAgain, { body: { deliveryIds: [deliveryId] } })).toEqual({
      resent: 0,
      leftAlone: 1,
    });
    const events = await succeed(owner, listEvents);
    expect(events["items"]).toContainEqual(
      expect.objectContaining({ payload: {}, expungedAt: new Date(clock.now).toISOString() }),
    );
    const everything = await readEverything();
    expect(everything).not.toContain(`Agent of visitor-${word}`);
    expect(everything).toContain(`Agent of visitor-${other.word}`);

    // Automatically, after the number of days that the platform's administrator set.
    await visit(`later-${word}`);
    await deliver();
    await succeed(administrator, setOrganizationQuota, { params, body: { keepBodiesDays: 7 } });
    clock.now += 6 * dayMilliseconds;
    await expungeOldEvents(platform());
    expect(await readEverything()).toContain(`Agent of later-${word}`);
    clock.now += 2 * dayMilliseconds;
    await expungeOldEvents(platform());
    await platform().compact();
    expect(await readEverything()).not.toContain(`Agent of later-${word}`);
  });

  it("finds and erases a visitor's data", async () => {
    const { params, owner, visit, deliver, word } = await setUp();
    const other = await setUp();
    const visitorId = createId("key");
    for (const id of [visitorId, `${visitorId}-other`, visitorId]) await visit(id);
    await other.visit(visitorId);
    await deliver();
    await visit(visitorId);
    const ofVisitor = { ...params, visitorId };
    const response = await succeed(owner, listVisitorEvents, { params: ofVisitor });
    // A view emits an event for the site and one for the space.
    expect(z.object({ items: z.array(z.unknown()) }).parse(response).items).toHaveLength(6);
    expect(await succeed(owner, eraseVisitor, { params: ofVisitor })).toEqual({ events: 6 });
    expect(await succeed(owner, listVisitorEvents, { params: ofVisitor })).toEqual({ items: [] });
    await deliver();
    const { items } = await platform().deliveries.listDeliveries({ tenants: [params.installationId] });
    expect(items.length).toBeGreaterThan(0);
    const othersEvents = await succeed(other.owner, listVisitorEvents, {
      params: { ...other.params, visitorId },
    });
    expect(z.object({ items: z.array(z.unknown()) }).parse(othersEvents).items).toHaveLength(2);
    await succeed(other.owner, eraseVisitor, { params: { ...other.params, visitorId } });
    const everything = await readEverything();
    expect(everything.replaceAll(`${visitorId}-other`, "")).not.toContain(`Agent of ${visitorId}`);
    expect(everything).toContain(word);
  });
});
