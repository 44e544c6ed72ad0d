import * as routes from "@plugboard/api/routes";
import { operations } from "@plugboard/api/contract";
import { describe, expect, it } from "vitest";
import { contentContract } from "../../../../content/src/product/contract.ts";
import { addMember, changeMember, removeMember } from "../../organizations/members.ts";
import { administrator, person, setUpApi } from "../../fixtures/set-up-api.fixture.ts";
import { databaseKinds } from "../../fixtures/set-up-storage.fixture.ts";

const origins = ["https://app.example.com", "http://localhost:3000"];

describe.each(databaseKinds)("an embed token on %s", (kind) => {
  const { succeed, call, createContent, publish, platform, clock } = setUpApi(kind);

  async function setUp() {
    const { organizationId, spaceId } = await createContent();
    const { name } = await publish(organizationId);
    const install = async (organization: string) => {
      const body = { organization };
      const installed = await succeed(administrator, routes.installIntegration, {
        params: { integration: name },
        body,
      });
      return String(installed["id"]);
    };
    const params = { organizationId, installationId: await install(organizationId) };
    const userId = `usr_${organizationId}`;
    const key = await succeed(administrator, routes.createApiKey, {
      params,
      body: { name: "Host", role: "admin" },
    });
    const host = String(key["token"]);
    await addMember(platform(), organizationId, { id: userId, name: "Ada" }, "admin");
    const create = async (body: object) => {
      const created = await succeed(host, routes.createEmbedToken, {
        params,
        body: { userId, origins, ...body },
      });
      return { token: String(created["token"]), url: new URL(String(created["url"])) };
    };
    const { installationId } = params;
    const settings = { part: "settings", installationId };
    const block = { part: "block", installationId, componentId: "summary" };
    return { params, spaceId, userId, host, create, settings, block, name };
  }

  it("acts as its member in one organization", async () => {
    const { params, userId, create, settings } = await setUp();
    const { token } = await create(settings);
    expect(await succeed(token, routes.getEmbedSession)).toMatchObject({
      person: { id: userId, name: "Ada" },
      organization: params.organizationId,
      role: "admin",
      ...settings,
    });
    expect(await succeed(token, routes.getInstallation, { params })).toMatchObject({ status: "active" });
    const { items } = await succeed(token, routes.listOrganizations);
    expect(items).toMatchObject([{ id: params.organizationId }]);
  });

  it("calls no operation of another part, installation or organization", async () => {
    const { params, userId, create, settings, block, name } = await setUp();
    const other = await setUp();
    await addMember(platform(), other.params.organizationId, { id: userId, name: "Ada" }, "owner");
    const ofSettings = (await create(settings)).token;
    const ofMarketplace = (await create({ part: "marketplace" })).token;
    const ofBlock = (await create(block)).token;
    const wide = /^(?:getInstallation|listOrganizations|getContract|getOrganization|getEmbedSession)/;
    for (const token of [ofSettings, ofMarketplace, ofBlock])
      for (const operation of Object.values({ ...operations, ...contentContract.operations })) {
        const { id, path, access } = operation;
        if (
          access === "anyone" ||
          wide.test(id) ||
          /^\/(?:installations|integrations|event-types)\b/.test(path)
        )
          continue;
        const isList = /^\/(?:spaces|sites)$/.test(path) && operation.method === "GET";
        const response = await call(token, operation, { params: { ...params, userId, integration: name } });
        expect([id, response.status]).toEqual([id, isList ? response.status : 403]);
      }
    for (const token of [ofSettings, ofMarketplace]) {
      expect((await call(token, routes.deleteInstallation, { params })).text).toContain(
        "is limited to the part",
      );
      const foreign = { params: other.params };
      expect((await call(token, routes.getInstallation, foreign)).status).toBe(404);
      expect((await call(token, routes.updateInstallation, { ...foreign, body: {} })).status).toBe(404);
      expect((await call(token, routes.getOrganization, foreign)).status).toBe(404);
      const body = { organization: other.params.organizationId };
      const installing = await call(token, routes.installIntegration, {
        params: { integration: name },
        body,
      });
      expect(installing.status).toBe(token === ofSettings ? 403 : 404);
    }
    const again = await setUp();
    const sibling = { params: { installationId: again.params.installationId } };
    expect((await call(ofSettings, routes.getInstallation, sibling)).status).toBe(404);
    const installed = Object.values(operations).filter(({ path }) =>
      path.startsWith("/installations/{installationId}"),
    );
    for (const operation of installed) {
      const { id, path } = operation;
      if (/\/(?:render|select-options)$/.test(path) && !path.includes("/tools/")) continue;
      const response = await call(ofBlock, operation, { params: { ...params, componentId: "summary" } });
      expect([id, response.status]).toEqual([id, 403]);
    }
    const rendering = { body: { context: { type: "document", theme: "light" } } };
    for (const { installationId } of [other.params, again.params]) {
      const foreign = { params: { installationId, componentId: "summary" }, ...rendering };
      expect((await call(ofBlock, routes.renderComponent, foreign)).status).toBe(404);
    }
  });

  it("of the portal is a portal session", async () => {
    const { params, host, create, userId } = await setUp();
    const other = await setUp();
    const { token, url } = await create({ part: "portal", userId: undefined, readOnly: true });
    expect(url.pathname).toBe(`/portal/${params.organizationId}`);
    expect(
      await platform().embedTokens.readFrame(url.searchParams.get("frame") ?? "", params.organizationId),
    ).toEqual(origins);
    expect(await succeed(token, routes.getPortalSession)).toMatchObject({
      organization: { id: params.organizationId },
      readOnly: true,
    });
    for (const route of [routes.getEmbedSession, routes.listOrganizations, routes.getInstallation])
      expect([route.id, (await call(token, route, { params })).status]).toEqual([route.id, 403]);
    const { items } = await succeed(host, routes.listPortalSessions, { params });
    expect(items).toHaveLength(1);
    const body = { token };
    const byOther = await call(other.host, routes.revokeEmbedToken, { params: other.params, body });
    expect([byOther.status, (await call(token, routes.getPortalSession)).status]).toEqual([404, 200]);
    await succeed(host, routes.revokeEmbedToken, { params, body });
    expect((await call(token, routes.getPortalSession)).status).toBe(401);
    const ofMember = { part: "portal", userId, origins };
    const refused = await call(host, routes.createEmbedToken, { params, body: ofMember });
    expect([refused.status, refused.text]).toEqual([
      400,
      expect.stringContaining("is only for marketplace and settings and block"),
    ]);
  });

  it("of a block names its component, props and resource", async () => {
    const { params, spaceId, userId, host, create, block } = await setUp();
    const foreign = await createContent();
    const shown = { ...block, props: { issueId: "iss_1" } };
    const { token, url } = await create({ ...shown, spaceId });
    expect(url.pathname).toBe("/embed/block");
    expect(await succeed(token, routes.getEmbedSession)).toMatchObject({
      ...shown,
      resource: { kind: "space", id: spaceId },
    });
    const refusal = async (body: object) => {
      const all = { userId, origins, ...body };
      const { status, text } = await call(host, routes.createEmbedToken, { params, body: all });
      return `${status} ${text}`;
    };
    expect(await refusal({ ...block, componentId: undefined })).toMatch(/^400 .*is required for block/);
    expect(await refusal({ ...block, installationId: undefined })).toMatch(/^400 .*is required for block/);
    expect(await refusal({ ...block, props: { text: "x".repeat(1000) } })).toMatch(/^400 .*at most 1000/);
    expect(await refusal({ ...block, spaceId: foreign.spaceId })).toMatch(/^404 .*There is no space/);
    expect(await refusal({ ...block, spaceId: "spc_none" })).toMatch(/^404 .*There is no space/);
    expect(await refusal({ ...block, spaceId, siteId: "site_1" })).toMatch(/^400 .*choose one/);
    expect(await refusal({ part: "marketplace", spaceId })).toMatch(/^400 .*is only for block/);
    expect(await refusal({ part: "marketplace", componentId: "a" })).toMatch(/^400 .*is only for block/);
    expect(await refusal({ part: "marketplace", userId: undefined })).toMatch(
      /^400 .*is required for marketplace/,
    );
  });

  it("of a block renders for its resource only", async () => {
    const { params, spaceId, host, create, block } = await setUp();
    const { createSpace, createSite } = contentContract.operations;
    const ofOrganization = { organization: params.organizationId, title: "Other" };
    const { id: other } = await succeed(host, createSpace, { body: ofOrganization });
    const { id: siteId } = await succeed(host, createSite, { body: { spaceId, title: "Site" } });
    const ofSpace = (await create({ ...block, spaceId })).token;
    const ofNone = (await create(block)).token;
    const render = async (token: string, resource: object, componentId = "summary") => {
      const context = { type: "document", theme: "light", ...resource };
      const at = { params: { ...params, componentId }, body: { context } };
      const { status, text } = await call(token, routes.renderComponent, at);
      return `${status} ${text}`;
    };
    // The integration got the request: it declares no components.
    expect(await render(ofSpace, { spaceId })).toContain("has no component summary");
    expect(await render(ofSpace, { spaceId }, "dialog")).toContain("has no component dialog");
    expect(await render(ofNone, {})).toContain("has no component summary");
    for (const resource of [{ spaceId: other }, { spaceId, siteId }, { siteId }, { siteId: spaceId }, {}])
      expect([resource, await render(ofSpace, resource)]).toEqual([
        resource,
        expect.stringMatching(new RegExp(`^403 .*limited to the space ${spaceId}. Send only its id`)),
      ]);
    for (const resource of [{ spaceId }, { siteId }])
      expect(await render(ofNone, resource)).toMatch(/^403 .*limited to no resource/);
  });

  it("is refused when it is expired, tampered with, revoked or issued for another audience", async () => {
    const { params, host, create, settings } = await setUp();
    const { token, url } = await create({ ...settings, lifetimeSeconds: 60 });
    const refusal = async (bearer: string) => {
      const { status, text } = await call(bearer, routes.getEmbedSession);
      return [status, text];
    };
    const changed = `${token.slice(0, -8)}${token.at(-8) === "A" ? "B" : "A"}${token.slice(-7)}`;
    expect(await refusal(changed)).toEqual([401, expect.stringContaining("This embed token is invalid.")]);
    const frame = `pbe_${url.searchParams.get("frame")}`;
    expect(await refusal(frame)).toEqual([401, expect.stringContaining("This embed token is invalid.")]);
    expect(await platform().embedTokens.readFrame(token.slice(4), params.organizationId)).toEqual([]);
    const other = await setUp();
    const revocation = { params, body: { token } };
    const byOther = await call(other.host, routes.revokeEmbedToken, { ...revocation, params: other.params });
    expect([byOther.status, (await refusal(token))[0]]).toEqual([404, 200]);
    await succeed(host, routes.revokeEmbedToken, revocation);
    expect(await refusal(token)).toEqual([401, expect.stringContaining("was revoked")]);
    const second = await create({ ...settings, lifetimeSeconds: 60 });
    clock.now += 61_000;
    expect(await refusal(second.token)).toEqual([401, expect.stringContaining("has expired")]);
  });

  it("ends when its member is removed", async () => {
    const { params, userId, create, settings } = await setUp();
    const { token } = await create(settings);
    await addMember(platform(), params.organizationId, { id: "usr_owner", name: "Grace" }, "owner");
    await removeMember(platform(), params.organizationId, userId);
    const { status, text } = await call(token, routes.getInstallation, { params });
    expect([status, text]).toEqual([401, expect.stringContaining("left the organization")]);
  });

  it("is refused for a suspended member, until their access is restored", async () => {
    const { params, userId, host, create, settings } = await setUp();
    const { token } = await create(settings);
    await addMember(platform(), params.organizationId, { id: "usr_owner", name: "Grace" }, "owner");
    const read = async () => (await call(token, routes.getInstallation, { params })).status;
    const suspend = async (suspended: boolean) =>
      await changeMember(platform(), params.organizationId, userId, { suspended });
    await suspend(true);
    const body = { userId, origins, ...settings };
    const { status, text } = await call(host, routes.createEmbedToken, { params, body });
    expect([status, text]).toEqual([403, expect.stringContaining("Ada is suspended.")]);
    expect(await read()).toBe(401);
    await suspend(false);
    await create(settings);
    expect(await read()).toBe(200);
  });

  it("is created with an API key only, for a member, an own installation and exact origins", async () => {
    const { params, userId, host, settings } = await setUp();
    const other = await setUp();
    const create = async (caller: Parameters<typeof call>[0], body: object) => {
      const all = { userId, origins, part: "marketplace", ...body };
      return (await call(caller, routes.createEmbedToken, { params, body: all })).status;
    };
    expect(await create(person(userId, { [params.organizationId]: "owner" }), {})).toBe(403);
    expect(await create(other.host, {})).toBe(404);
    expect(await create(host, { userId: other.userId })).toBe(404);
    expect(await create(host, { ...settings, installationId: other.params.installationId })).toBe(404);
    expect(await create(host, { part: "settings" })).toBe(400);
    for (const origin of ["*", "https://*.example.com", "http://app.example.com", "https://a.example/path"])
      expect([origin, await create(host, { origins: [origin] })]).toEqual([origin, 400]);
  });

  it("names the origins that can frame it, for a day", async () => {
    const { create, params } = await setUp();
    const read = async (frame: string, organization = params.organizationId) =>
      await platform().embedTokens.readFrame(frame, organization);
    const { url } = await create({ part: "marketplace" });
    expect(url.searchParams.get("organization")).toBe(params.organizationId);
    expect(url.pathname).toBe("/embed/marketplace");
    const frame = url.searchParams.get("frame") ?? "";
    expect(await read(frame)).toEqual(origins);
    expect(await read("")).toEqual([]);
    // The portal of another organization has its own origins.
    expect(await read(frame, (await setUp()).params.organizationId)).toEqual([]);
    clock.now += 24 * 3600 * 1000 + 1000;
    expect(await read(frame)).toEqual([]);
  });
});
