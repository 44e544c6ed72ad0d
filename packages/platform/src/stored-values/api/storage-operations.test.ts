import * as routes from "@plugboard/api/routes";
import * as contentRoutes from "../../../../content/src/client/routes.ts";
import { limits } from "@plugboard/api/contract";
import { sql } from "kysely";
import { beforeAll, describe, expect, it } from "vitest";
import { createTenant } from "../../fixtures/create-tenant.fixture.ts";
import { setUpApi } from "../../fixtures/set-up-api.fixture.ts";
import { databaseKinds } from "../../fixtures/set-up-storage.fixture.ts";
import { removeExpiredValues } from "../change-stored-values.ts";
import { exportOrganization } from "../../tenancy/export-organization.ts";

describe.each(databaseKinds)("stored values on %s", (kind) => {
  const api = setUpApi(kind);
  let acme: Awaited<ReturnType<typeof createTenant>>;
  let other: Awaited<ReturnType<typeof createTenant>>;
  beforeAll(async () => {
    acme = await createTenant(api);
    other = await createTenant(api);
  });

  const at = (storageKey: string, installationId = acme.ids.installationId) => ({
    params: { installationId, storageKey },
  });
  const get = async (key: string, query = {}) =>
    await api.call(acme.ofInstallation, routes.getStoredValue, { ...at(key), query });
  const set = async (key: string, body: object, headers = {}, query = {}) =>
    await api.call(acme.ofInstallation, routes.setStoredValue, { ...at(key), body, headers, query });
  const keysOf = (body: unknown) =>
    (body as { items: readonly { key: string }[] }).items.map(({ key }) => key);

  it("are returned as stored, to both tokens of the integration", async () => {
    const value = { text: "größer", list: [1, null, true] };
    expect(await set("first", { value })).toMatchObject({ status: 200, body: { key: "first" } });
    expect(await get("first")).toMatchObject({ status: 200, body: { key: "first", value } });
    const asIntegration = await api.call(acme.ofIntegration, routes.getStoredValue, at("first"));
    expect(asIntegration).toMatchObject({ status: 200, body: { value } });
    expect(await get("absent")).toMatchObject({ status: 404 });
  });

  it("are encrypted in the database and decrypted in the export", async () => {
    await set("sealed", { value: "sesame" });
    const { rows } = await sql`select * from stored_values`.execute(api.storage().db);
    expect(rows.length).toBeGreaterThan(0);
    expect(JSON.stringify(rows)).not.toContain("sesame");
    const exported: unknown[] = [];
    for (let cursor: string | undefined; ; ) {
      const part = await exportOrganization(api.platform(), acme.ids.organizationId, {
        cursor,
        limit: 50,
      });
      exported.push(...part.items);
      cursor = part.next;
      if (cursor === undefined) break;
    }
    expect(exported).toContainEqual({
      kind: "stored_values",
      data: expect.objectContaining({ name: "sealed", value: '"sesame"' }),
    });
  });

  it("are replaced only if the version matches", async () => {
    const created = await set("versioned", { value: 1 }, { "if-none-match": "*" });
    expect(created.status).toBe(200);
    expect((await set("versioned", { value: 2 }, { "if-none-match": "*" })).status).toBe(412);
    const etag = (await get("versioned")).headers.get("etag") ?? "";
    expect((await set("versioned", { value: 3 }, { "if-match": etag })).status).toBe(200);
    expect((await set("versioned", { value: 4 }, { "if-match": etag })).status).toBe(412);
    const remove = async (headers: Record<string, string>) =>
      await api.call(acme.ofInstallation, routes.deleteStoredValue, { ...at("versioned"), headers });
    expect((await remove({ "if-match": etag })).status).toBe(412);
    expect((await remove({})).status).toBe(204);
    expect((await remove({})).status).toBe(204);
    // A recreated value never reuses a version.
    await set("versioned", { value: 5 });
    expect((await set("versioned", { value: 6 }, { "if-match": etag })).status).toBe(412);
  });

  it("count every concurrent increment", async () => {
    const increment = async (body: object) =>
      await api.call(acme.ofInstallation, routes.incrementStoredValue, { ...at("counter"), body });
    await Promise.all(Array.from({ length: 12 }, async () => await increment({ by: 2 })));
    expect((await get("counter")).body).toMatchObject({ value: 24 });
    expect((await increment({ by: -30 })).body).toMatchObject({ value: -6 });
    await set("counter", { value: "many" });
    expect((await increment({})).body).toMatchObject({ code: "conflict" });
  });

  it("accept one of several writes with the same condition", async () => {
    const statuses = await Promise.all(
      Array.from(
        { length: 6 },
        async () => (await set("lock", { value: 1 }, { "if-none-match": "*" })).status,
      ),
    );
    expect(statuses.toSorted((one, other) => one - other)).toEqual([200, 412, 412, 412, 412, 412]);
  });

  it("are invisible once expired, and stop counting once removed", async () => {
    await set("short", { value: 1, ttlSeconds: 60 });
    expect((await get("short")).body).toMatchObject({ expiresAt: expect.any(String) });
    const usage = async () =>
      await api
        .storage()
        .db.selectFrom("storage_usage")
        .select(["stored_values", "bytes"])
        .where("installation_id", "=", acme.ids.installationId)
        .executeTakeFirstOrThrow();
    const before = await usage();
    api.clock.now += 60_000;
    expect((await get("short")).status).toBe(404);
    expect((await set("short-lock", { value: 1, ttlSeconds: 1 }, { "if-none-match": "*" })).status).toBe(200);
    api.clock.now += 1000;
    expect((await set("short-lock", { value: 1, ttlSeconds: 1 }, { "if-none-match": "*" })).status).toBe(200);
    api.clock.now += 1000;
    while ((await removeExpiredValues(api.platform())) > 0);
    expect(await usage()).toEqual({
      stored_values: before.stored_values - 1,
      bytes: before.bytes - "short1".length,
    });
  });

  it("are listed by prefix in pages of at most 1 MiB", async () => {
    const list = async (query: Record<string, string>) =>
      await api.succeed(acme.ofInstallation, routes.listStoredValues, { ...at(""), query });
    for (const key of ["user:b", "user:a", "user:C", "user:", "users"]) await set(key, { value: key });
    expect(keysOf(await list({ prefix: "user:" }))).toEqual(["user:", "user:C", "user:a", "user:b"]);
    const first = await list({ prefix: "user:", limit: "3" });
    expect(keysOf(first)).toEqual(["user:", "user:C", "user:a"]);
    const second = await list({ prefix: "user:", limit: "3", cursor: String(first["next"]) });
    expect(keysOf(second)).toEqual(["user:b"]);
    expect(second).not.toHaveProperty("next");
    const value = "x".repeat(limits.storedValueBytes - 2);
    for (let count = 0; count < 18; count += 1) await set(`large:${count}`, { value });
    const large = await list({ prefix: "large:" });
    expect(keysOf(large)).toHaveLength(15);
    expect(keysOf(await list({ prefix: "large:", cursor: String(large["next"]) }))).toHaveLength(3);
  });

  it("have limits", async () => {
    const tooLarge = await set("large", { value: "x".repeat(limits.storedValueBytes) });
    expect(tooLarge).toMatchObject({ status: 413 });
    expect(await set("with space", { value: 1 })).toMatchObject({ status: 400 });
    expect(await set("with/slash", { value: 1 })).toMatchObject({ status: 400 });
    const { installationId } = acme.ids;
    const fill = async (stored_values: number) =>
      await api
        .storage()
        .db.updateTable("storage_usage")
        .set({ stored_values })
        .where("installation_id", "=", installationId)
        .returning("stored_values")
        .execute();
    const { stored_values } = await api
      .storage()
      .db.selectFrom("storage_usage")
      .select("stored_values")
      .where("installation_id", "=", installationId)
      .executeTakeFirstOrThrow();
    await fill(limits.storedValues);
    const refused = await set("one-more", { value: 1 });
    expect(refused).toMatchObject({ status: 409, body: { detail: expect.stringContaining("10000 values") } });
    expect((await get("one-more")).status).toBe(404);
    // Existing values can be replaced and deleted.
    expect((await set("first", { value: 1 })).status).toBe(200);
    // Expired values free space.
    await fill(stored_values);
    await set("expiring", { value: 1, ttlSeconds: 1 });
    await fill(limits.storedValues);
    api.clock.now += 1000;
    expect((await set("one-more", { value: 1 })).status).toBe(200);
    await fill(stored_values + 1);
  });

  it("are separate for spaces and sites", async () => {
    const { spaceId, siteId } = acme.ids;
    await set("shared", { value: "installation" });
    await set("shared", { value: "space" }, {}, { spaceId });
    await set("shared", { value: "site" }, {}, { siteId });
    expect((await get("shared")).body).toMatchObject({ value: "installation" });
    expect((await get("shared", { spaceId })).body).toMatchObject({ value: "space" });
    expect((await get("shared", { siteId })).body).toMatchObject({ value: "site" });
    expect((await set("shared", { value: 1 }, {}, { spaceId: other.ids.spaceId })).status).toBe(404);
    expect((await set("shared", { value: 1 }, {}, { spaceId, siteId })).status).toBe(400);
  });

  it("are inaccessible to other integrations, keys and people", async () => {
    await set("private", { value: "sesame" });
    for (const caller of [other.ofInstallation, other.ofIntegration])
      for (const route of [routes.getStoredValue, routes.listStoredValues])
        expect((await api.call(caller, route, at("private"))).status).toBe(404);
    const write = await api.call(other.ofIntegration, routes.setStoredValue, {
      ...at("private"),
      body: { value: 1 },
    });
    expect(write.status).toBe(404);
    expect((await api.call(acme.key, routes.getStoredValue, at("private"))).status).toBe(403);
    expect((await api.call(other.key, routes.getStoredValue, at("private"))).status).toBe(404);
    expect((await get("private")).body).toMatchObject({ value: "sesame" });
  });

  it("are removed with the installation, or with the space installation", async () => {
    const { installationId, spaceId } = other.ids;
    const params = { installationId, storageKey: "kept" };
    const store = async (query: Record<string, string>) =>
      await api.call(other.ofIntegration, routes.setStoredValue, { params, query, body: { value: 1 } });
    const count = async () => {
      const rows = await api
        .storage()
        .db.selectFrom("stored_values")
        .select("resource_kind")
        .where("installation_id", "=", installationId)
        .execute();
      return rows.length;
    };
    await store({});
    await store({ spaceId });
    expect(await count()).toBe(2);
    await api.succeed(other.key, contentRoutes.deleteSpaceInstallation, { params: other.ids });
    expect(await count()).toBe(1);
    expect((await store({ spaceId })).status).toBe(404);
    await api.succeed(other.key, routes.deleteInstallation, { params: other.ids });
    expect(await count()).toBe(0);
    expect((await store({})).status).toBe(404);
    const usage = await api
      .storage()
      .db.selectFrom("storage_usage")
      .selectAll()
      .where("installation_id", "=", installationId)
      .execute();
    expect(usage).toEqual([]);
  });
});
