import * as routes from "@plugboard/api/routes";
import { describe, expect, it } from "vitest";
import * as z from "zod";
import { person, setUpApi } from "../../fixtures/set-up-api.fixture.ts";
import { databaseKinds } from "../../fixtures/set-up-storage.fixture.ts";

const listSchema = z.object({ items: z.array(z.object({ id: z.string(), origin: z.string() })) });
const problemSchema = z.object({
  problems: z.array(z.object({ path: z.string(), message: z.string() })).default([]),
});

describe.each(databaseKinds)("origins that can embed the portal on %s", (kind) => {
  const { call, succeed, createContent } = setUpApi(kind);

  async function setUp() {
    const { organizationId } = await createContent();
    const params = { organizationId };
    const admin = person("ada", { [organizationId]: "admin" });
    const add = async (origin: string, caller = admin) =>
      await call(caller, routes.addPortalOrigin, { params, body: { origin } });
    const list = async () =>
      listSchema.parse(await succeed(admin, routes.listPortalOrigins, { params })).items;
    return { params, admin, add, list };
  }

  it("are added and removed by managers, each once and at most 20", async () => {
    const { params, admin, add, list } = await setUp();
    const developer = person("bob", { [params.organizationId]: "developer" });
    expect((await add("https://app.example", developer)).status).toBe(403);
    expect(await list()).toEqual([]);
    expect(await add(" HTTPS://App.Example:443/ ")).toMatchObject({
      status: 201,
      body: { origin: "https://app.example", createdAt: expect.any(String) },
    });
    expect(await add("https://app.example")).toMatchObject({
      status: 409,
      body: { code: "conflict", detail: "https://app.example is already allowed." },
    });
    for (let port = 1; port < 20; port += 1) await add(`http://localhost:${port}`);
    expect((await list()).length).toBe(20);
    expect(await add("https://one-more.example")).toMatchObject({ status: 409 });
    const { id: portalOriginId = "" } =
      (await list()).find(({ origin }) => origin === "https://app.example") ?? {};
    const removal = { params: { ...params, portalOriginId } };
    expect((await call(developer, routes.removePortalOrigin, removal)).status).toBe(403);
    await succeed(admin, routes.removePortalOrigin, removal);
    expect((await call(admin, routes.removePortalOrigin, removal)).status).toBe(404);
    expect((await add("https://one-more.example")).status).toBe(201);
    const entries = JSON.stringify(await succeed(admin, routes.listAuditEntries));
    expect(entries).toContain(routes.addPortalOrigin.id);
    expect(entries).toContain(routes.removePortalOrigin.id);
    expect(entries).toContain("https://one-more.example");
  });

  it("belong to one organization", async () => {
    const [one, other] = [await setUp(), await setUp()];
    await one.add("https://app.example");
    const portalOriginId = (await one.list())[0]?.id ?? "";
    expect(await other.list()).toEqual([]);
    const removal = { params: { ...other.params, portalOriginId } };
    expect((await call(other.admin, routes.removePortalOrigin, removal)).status).toBe(404);
    expect((await call(other.admin, routes.listPortalOrigins, { params: one.params })).status).toBe(404);
    expect((await other.add("https://app.example")).status).toBe(201);
    expect((await one.list()).length).toBe(1);
  });

  it.runIf(kind === "SQLite")("explain why a text isn't an origin", async () => {
    const { add, list } = await setUp();
    const problemOf = async (origin: string) => {
      const { status, body } = await add(origin);
      const { problems } = problemSchema.parse(body);
      return [status, problems[0]?.path, problems[0]?.message];
    };
    const needsScheme = "must start with https://, such as https://app.example.com";
    const isNone = "must be an origin, such as https://app.example.com";
    const hasMore = "must not have a path or other parts. Use https://app.example";
    const isPlain = "must start with https://. Only localhost and other loopback addresses can use http://";
    for (const [origin, message] of [
      ["", needsScheme],
      ["app.example", needsScheme],
      ["ftp://app.example", needsScheme],
      ["javascript:alert(1)", needsScheme],
      ["'none'", needsScheme],
      ["https://", isNone],
      ["https://app.example;sandbox", isNone],
      ["https://app.example,b.example", isNone],
      ["https://app.example'self'", isNone],
      ["https://*.app.example", "must not contain a wildcard. Add each origin on its own"],
      ["http://app.example", isPlain],
      ["http://127.0.0.1.app.example", isPlain],
      ["http://localhost.app.example", isPlain],
      ["https://app.example/portal", hasMore],
      ["https://app.example?x", hasMore],
      ["https://app.example#x", hasMore],
      ["https://ada@app.example", hasMore],
    ] as const)
      expect([origin, ...(await problemOf(origin))]).toEqual([origin, 400, "origin", message]);
    expect((await add(`https://${"a".repeat(10_000)}.example`)).status).toBe(400);
    expect(await list()).toEqual([]);
    for (const origin of ["http://localhost:4000", "http://127.0.0.1:1", "http://[::1]:8080"])
      expect([origin, (await add(origin)).status]).toEqual([origin, 201]);
    await add("https://bücher.example");
    expect((await list()).map(({ origin }) => origin)).toContain("https://xn--bcher-kva.example");
  });
});
