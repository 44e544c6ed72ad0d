import * as routes from "@plugboard/api/routes";
import * as contentRoutes from "../../../../content/src/client/routes.ts";
import { describe, expect, it } from "vitest";
import * as z from "zod";
import { administrator, person, setUpApi } from "../../fixtures/set-up-api.fixture.ts";

const listSchema = z.object({
  items: z.array(z.looseObject({ id: z.string() })),
  next: z.string().optional(),
});

const listProblems = z.object({
  problems: z.array(z.object({ path: z.string(), message: z.string() })).default([]),
});

describe("webhooks of an organization", () => {
  const bodies: string[] = [];
  let status = 200;
  const { succeed, call, createContent, publish, platform, clock } = setUpApi("SQLite", {
    webhooks: {
      checkEndpoint: () => {},
      destinations: [],
      challenge: async () => ({
        isVerified: false,
        result: { startedAt: 0, requestHeaders: {}, timings: { total: 0 } },
      }),
      send: async ({ body }) => {
        bodies.push(String(body));
        return { startedAt: clock.now, status, requestHeaders: {}, timings: { total: 30 } };
      },
    },
  });

  async function setUp() {
    const { organizationId, spaceId, pageId } = await createContent();
    const { name } = await publish(organizationId, "scopes: [space:content:read]");
    const installed = await succeed(administrator, routes.installIntegration, {
      params: { integration: name },
      body: { organization: organizationId },
    });
    const installationId = String(installed["id"]);
    const params = { organizationId, installationId, spaceId, pageId };
    await succeed(administrator, contentRoutes.createSpaceInstallation, { params });
    const endpoint = await succeed(administrator, routes.createWebhookEndpoint, {
      params,
      body: { url: "https://hooks.example/in", eventTypes: ["space_content_updated"] },
    });
    await succeed(administrator, contentRoutes.updatePageContent, { params, body: { markdown: "New" } });
    while ((await platform().runDue()) > 0) clock.now += 1000;
    const owner = person("ada", { [organizationId]: "owner" });
    const open = async (body: object) => {
      const session = await succeed(owner, routes.createPortalSession, { params, body });
      return { token: String(session["token"]), signedUrl: String(session["signedUrl"]) };
    };
    return { params: { ...params, endpointId: String(endpoint["id"]) }, owner, open };
  }

  it("can be managed with a link that is short-lived, encrypted and never logged", async () => {
    const { params, owner, open } = await setUp();
    const { token, signedUrl } = await open({ theme: { accent: "#3355ff", scheme: "dark" } });
    expect(signedUrl).toBe(`https://docs.example.com/portal/${params.organizationId}#${token}`);
    expect(await succeed(token, routes.getPortalSession)).toMatchObject({
      organization: { id: params.organizationId, title: "Acme" },
      readOnly: false,
      theme: { accent: "#3355ff", scheme: "dark" },
      installations: [{ id: params.installationId }],
    });
    const secrets = await succeed(token, routes.getWebhookEndpointSecrets, { params });
    expect(JSON.stringify(secrets)).toContain("whsec_");
    const all = listSchema.parse(await succeed(owner, routes.listDeliveries)).items;
    const shown = listSchema.parse(await succeed(token, routes.listDeliveries)).items;
    // Deliveries to the integration itself are hidden from customers.
    expect(shown).toEqual(all.filter(({ target }) => JSON.stringify(target).includes("hooks.example")));
    const hidden = all.filter(({ id }) => !shown.some((each) => each.id === id));
    expect(hidden.length).toBeGreaterThan(0);
    for (const { id: deliveryId } of hidden) {
      for (const route of [routes.getDelivery, routes.getDeliveryBody, routes.sendDeliveryAgain]) {
        const response = await call(token, route, { params: { ...params, deliveryId } });
        expect([route.id, response.status]).toEqual([route.id, 404]);
      }
      const one = await succeed(token, routes.listDeliveries, { query: { deliveryId } });
      expect(one).toEqual({ items: [] });
    }
    const entries = await succeed(owner, routes.listAuditEntries);
    expect(JSON.stringify(entries)).toContain(routes.createPortalSession.id);
    expect(JSON.stringify(entries)).not.toContain(token.slice(0, 40));
    expect((await call(owner, routes.getPortalSession)).status).toBe(403);
    clock.now += 15 * 60 * 1000 + 1000;
    expect((await call(token, routes.getPortalSession)).status).toBe(401);
    expect((await call(`${token.slice(0, -3)}AAA`, routes.getPortalSession)).status).toBe(401);
  });

  it("reject a session once it is revoked or its organization is deleted", async () => {
    const { params, owner, open } = await setUp();
    const first = await open({});
    clock.now += 1;
    const second = await open({ readOnly: true });
    clock.now += 1;
    const third = await open({});
    const statuses = async () =>
      await Promise.all(
        [first, second, third].map(async ({ token }) => (await call(token, routes.getPortalSession)).status),
      );
    const list = async () =>
      listSchema.parse(await succeed(owner, routes.listPortalSessions, { params })).items;
    const [newest, middle] = await list();
    expect([newest?.["readOnly"], middle?.["readOnly"], (await list()).length]).toEqual([false, true, 3]);
    expect(await statuses()).toEqual([200, 200, 200]);
    await succeed(owner, routes.revokePortalSession, {
      params: { ...params, portalSessionId: middle?.id ?? "" },
    });
    expect(await statuses()).toEqual([200, 401, 200]);
    // A session can't create, end or list sessions.
    for (const route of [routes.listPortalSessions, routes.revokePortalSessions])
      expect((await call(first.token, route, { params })).status).toBe(403);
    await succeed(owner, routes.revokePortalSessions, { params });
    expect([await statuses(), await list()]).toEqual([[401, 401, 401], []]);

    const { token } = await open({});
    clock.now += 16 * 60 * 1000;
    expect(await list()).toEqual([]);
    clock.now -= 16 * 60 * 1000;
    await succeed(owner, routes.deleteOrganization, { params });
    expect((await call(token, routes.getPortalSession)).status).toBe(401);
  });

  it("can be shown read-only", async () => {
    const { params, open } = await setUp();
    const { token } = await open({ readOnly: true, lifetimeSeconds: 60 });
    expect((await call(token, routes.getWebhookEndpoint, { params })).status).toBe(200);
    expect((await call(token, routes.getWebhookEndpointSecrets, { params })).status).toBe(403);
    expect((await call(token, routes.sendTestEvent, { params, body: {} })).status).toBe(403);
    expect((await call(token, routes.createOrganization, { body: {} })).status).toBe(403);
  });

  it("don't send their secrets to a new origin", async () => {
    const { params, open } = await setUp();
    const { token } = await open({});
    const secret = { authentication: { type: "basic", username: "ada", password: "s3cret" } };
    const headers = { "x-api-key": "k3y", "x-tenant": "t3nant" };
    const change = async (body: object) => {
      const { status: got, body: problem } = await call(token, routes.updateWebhookEndpoint, {
        params,
        body,
      });
      return [got, listProblems.parse(problem).problems.map(({ path, message }) => [path, message])];
    };
    const accepted = [200, []];
    const refused = (what: string) => [
      400,
      [
        [
          "url",
          `has a different origin, which must not receive the credentials for the old one. Set them again, or remove them with null: ${what}`,
        ],
      ],
    ];
    const mine = "https://mine.example/in";
    expect(await change({ ...secret, headers })).toEqual(accepted);
    expect(await change({ url: mine })).toEqual(
      refused("headers.x-api-key, headers.x-tenant, authentication"),
    );
    expect(await change({ url: "https://hooks.example:8443/in" })).toEqual(
      refused("headers.x-api-key, headers.x-tenant, authentication"),
    );
    const sameHeaders = { "X-Api-Key": "k3y", "x-tenant": "[redacted]" };
    expect(await change({ url: mine, ...secret, headers: sameHeaders })).toEqual(refused("headers.x-tenant"));
    expect(await change({ url: "http://hooks.example/in", headers: null })).toEqual(
      refused("authentication"),
    );
    expect(await change({ url: "https://hooks.example/elsewhere?v=2" })).toEqual(accepted);
    expect(
      await change({ url: mine, authentication: null, headers: { ...sameHeaders, "x-tenant": null } }),
    ).toEqual(accepted);
    const shown = await call(token, routes.getWebhookEndpoint, { params });
    expect(shown.body).toMatchObject({ url: mine, headers: { "x-api-key": "[redacted]" } });
    expect(shown.text).not.toMatch(/s3cret|k3y|t3nant/);
  });

  it("can be tested with edited events, searched by text, measured and probed", async () => {
    const { params, owner } = await setUp();
    const payload = { spaceId: "spc_edited", revisionId: "rev_7", eventId: "evt_old", note: "needle" };
    const sent = await succeed(owner, routes.sendTestEvent, {
      params,
      body: { type: "space_content_updated", payload },
    });
    await platform().runDue();
    expect(JSON.parse(bodies.at(-1) ?? "")).toEqual({
      ...payload,
      type: "space_content_updated",
      installationId: params.installationId,
      eventId: sent["eventId"],
    });
    const find = async (text: string) =>
      listSchema.parse(await succeed(owner, routes.listDeliveries, { query: { text } })).items;
    expect(await find("needle")).toMatchObject([{ id: sent["deliveryId"] }]);
    expect(await find("haystack")).toEqual([]);
    expect(await succeed(owner, routes.getWebhookEndpointStatistics, { params })).toMatchObject({
      p50Milliseconds: 27.5,
      hours: [{ attempts: 2, p95Milliseconds: 34.25 }],
    });
    const sentBefore = bodies.length;
    await succeed(owner, routes.sendTestEvent, {
      params,
      body: { payload: { note: "too late" }, expiresAt: new Date(clock.now - 1000).toISOString() },
    });
    await platform().runDue();
    expect(await find("too late")).toMatchObject([{ status: "failed", failure: "expired" }]);
    expect(bodies).toHaveLength(sentBefore);

    status = 500;
    for (let count = 0; count < 12; count += 1)
      await succeed(owner, routes.sendTestEvent, { params, body: {} });
    while ((await platform().runDue()) > 0);
    const before = bodies.length;
    await platform().runDue();
    expect(bodies).toHaveLength(before);
    status = 200;
    await succeed(owner, routes.probeWebhookEndpoint, { params });
    await platform().runDue();
    expect(bodies.length).toBeGreaterThan(before);
  });
});
