import {
  createApiKey,
  createOrganization,
  installIntegration,
  listAuditEntries,
  pauseInstallation,
  updateInstallation,
  updateOrganization,
} from "@plugboard/api/routes";
import { updatePageContent } from "../../../../content/src/client/routes.ts";
import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import * as z from "zod";
import { removeOldAuditEntries } from "../audit-log.ts";
import { administrator, person, setUpApi, testAddress } from "../../fixtures/set-up-api.fixture.ts";
import { databaseKinds } from "../../fixtures/set-up-storage.fixture.ts";
import { createAuditedHandler } from "../../api/audited-handler.ts";
import { tablesOf } from "../../../../content/src/database/tables-of.ts";
import { servedOperations } from "../../fixtures/served-operations.fixture.ts";

const entriesSchema = z.object({ items: z.array(z.looseObject({ operation: z.string() })) });

describe.each(databaseKinds)("the audit log on %s", (kind) => {
  const { succeed, call, platform, clock, createContent, publish } = setUpApi(kind);

  async function setUp() {
    const content = await createContent();
    const organization = content.organizationId;
    const { name } = await publish(organization);
    const installed = await succeed(administrator, installIntegration, {
      params: { integration: name },
      body: { organization },
    });
    const owner = person("ada", { [organization]: "owner" });
    const entries = async (query: Record<string, string> = {}) =>
      entriesSchema.parse(await succeed(owner, listAuditEntries, { query })).items;
    return { ...content, organization, owner, entries, params: { installationId: String(installed["id"]) } };
  }

  it("records who changed what, when and from where, with the state before and after", async () => {
    const { organization, owner, params, entries } = await setUp();
    // Entries of the same millisecond are unordered.
    clock.now += 1;
    await succeed(owner, pauseInstallation, { params, body: { reason: " It posts twice. " } });
    expect((await entries())[0]).toEqual({
      id: expect.stringMatching(/^aud_/),
      organization,
      createdAt: new Date(clock.now).toISOString(),
      actor: { type: "member", id: "ada" },
      address: testAddress,
      operation: "pauseInstallation",
      resource: params,
      request: { reason: "It posts twice." },
      before: expect.objectContaining({ status: "active" }),
      after: expect.objectContaining({ status: "paused", pauseReason: "It posts twice." }),
    });
  });

  it("contains no secrets, and truncates long texts", async () => {
    const { organizationId, owner, params, entries, spaceId, pageId } = await setUp();
    const key = await succeed(owner, createApiKey, {
      params: { organizationId },
      body: { name: "Key", role: "reader" },
    });
    const configuration = { api_key: "sesame" };
    await succeed(administrator, updateInstallation, { params, body: { configuration } });
    const markdown = "long ".repeat(1000);
    await succeed(owner, updatePageContent, { params: { spaceId, pageId }, body: { markdown } });
    const text = JSON.stringify(await entries());
    expect(text).toContain("api_key");
    for (const secret of [key["token"], "sesame", markdown]) expect(text).not.toContain(secret);
  });

  it("can be filtered by actor, operation, resource and time, and covers the caller's organizations", async () => {
    const { owner, organization, params, entries } = await setUp();
    await succeed(owner, updateOrganization, {
      params: { organizationId: organization },
      body: { title: "A" },
    });
    clock.now += 60_000;
    const since = new Date(clock.now).toISOString();
    await succeed(owner, pauseInstallation, { params });
    const namesOf = async (query: Record<string, string>) =>
      (await entries(query)).map(({ operation }) => operation);
    expect(await namesOf({ actor: "ada" })).toEqual(["pauseInstallation", "updateOrganization"]);
    expect(await namesOf({ operation: "updateOrganization" })).toEqual(["updateOrganization"]);
    expect(await namesOf({ resource: params.installationId })).toEqual(["pauseInstallation"]);
    expect(await namesOf({ resource: params.installationId.slice(0, -1) })).toEqual([]);
    expect(await namesOf({ since })).toEqual(["pauseInstallation"]);
    expect(await namesOf({ until: since })).not.toContain("pauseInstallation");
    expect(await succeed(person("eve", { org_other: "owner" }), listAuditEntries)).toEqual({ items: [] });
    expect((await call(person("eve", { [organization]: "reader" }), listAuditEntries)).status).toBe(403);
  });

  it("is written in the same transaction as the change", async () => {
    const { organizationId, owner, params, spaceId, pageId, entries } = await setUp();
    const before = await entries();
    const { db } = platform();
    const subdomain = organizationId.slice(4).toLowerCase();
    await sql`alter table audit_entries rename to audit_away`.execute(db);
    const failed = [
      await call(owner, pauseInstallation, { params }),
      await call(owner, updatePageContent, { params: { spaceId, pageId }, body: { title: "Changed" } }),
      await call(owner, createApiKey, { params: { organizationId }, body: { name: "Key", role: "reader" } }),
      await call(administrator, createOrganization, { body: { title: "New", subdomain } }),
    ];
    await sql`alter table audit_away rename to audit_entries`.execute(db);
    expect(failed.map(({ status }) => status)).toEqual([500, 500, 500, 500]);
    const lists = await Promise.all([
      db.selectFrom("installations").select("status").where("id", "=", params.installationId).execute(),
      tablesOf(db).selectFrom("pages").select("title").where("id", "=", pageId).execute(),
      db.selectFrom("api_keys").select("id").where("organization_id", "=", organizationId).execute(),
      db.selectFrom("organizations").select("id").where("subdomain", "=", subdomain).execute(),
    ]);
    expect(lists).toEqual([[{ status: "active" }], [{ title: "Welcome" }], [], []]);
    expect(await entries()).toEqual(before);
  });

  it("has no entries for rejected calls", async () => {
    const { organization, params, entries } = await setUp();
    const before = await entries();
    await call(person("eve", { [organization]: "reader" }), pauseInstallation, { params });
    await succeed(administrator, pauseInstallation, { params });
    await call(administrator, pauseInstallation, { params });
    expect(await entries()).toHaveLength(before.length + 1);
  });

  it("deletes entries after the retention time", async () => {
    const { entries } = await setUp();
    expect((await entries()).length).toBeGreaterThan(0);
    clock.now += 10_000;
    expect(await removeOldAuditEntries(platform(), 5000)).toBeGreaterThan(0);
    expect(await entries()).toEqual([]);
  });

  it.runIf(kind === "SQLite")("has one entry for every operation that changes data", async () => {
    // Half of the changes are made by the delivery engine, outside of the platform's transactions.
    const change = async (id: string) =>
      id.length % 2 === 0
        ? await platform()
            .db.transaction()
            .execute(async () => ({}))
        : {};
    const changes = servedOperations.map((operation) => ({
      operation,
      handle: () => change(operation.id),
    }));
    for (const served of changes) {
      await platform().db.deleteFrom("audit_entries").execute();
      const { id, method, example } = served.operation;
      await createAuditedHandler(
        platform(),
        served,
        changes,
      )({
        params: {},
        resources: [],
        query: {},
        body: example.body,
        caller: administrator,
        address: undefined,
        organizations: { allowed: undefined, forbidden: [] },
        idempotencyKey: undefined,
        ifMatch: undefined,
        ifNoneMatch: false,
        spend: async () => {},
      });
      const rows = await platform().db.selectFrom("audit_entries").select("operation").execute();
      const unaudited = [
        "renderComponent",
        "renderToolComponent",
        "announcePagePresence",
        "previewSiteCustomization",
        "pollAgentEvents",
        "unfurlLink",
        "queueTask",
        "saveTaskCheckpoint",
        "emitCustomEvents",
        "ingestConversations",
        "savePageDraft",
        "discardPageDraft",
        "startSharedDraft",
        "saveSharedDraft",
        "appendSharedDraftChange",
        "saveDeliveryView",
        "removeDeliveryView",
        "pollWebhookEndpoint",
        "acknowledgeWebhookEndpoint",
        "countWebhookEndpointRecovery",
        "countIntegrationEndpointRecovery",
        "setStoredValue",
        "deleteStoredValue",
        "incrementStoredValue",
      ];
      const isAudited = method !== "GET" && !unaudited.includes(id);
      expect([id, rows]).toEqual([id, isAudited ? [{ operation: id }] : []]);
    }
  });
});
