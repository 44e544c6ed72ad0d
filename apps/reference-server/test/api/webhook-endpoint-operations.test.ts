import {
  listAuditEntries,
  getEventType,
  listEventTypes,
  listInstallationDeliveries,
  listWebhookEndpoints,
} from "@plugboard/api/routes";
import { createSpaceInstallation } from "@plugboard/content/routes";
import type { IncomingHttpHeaders } from "node:http";
import { text } from "node:stream/consumers";
import { verifyStandardWebhook } from "@plugboard/webhook-signer/standard-webhooks";
import { startHttp } from "@plugboard/test-http";
import { createEventCatalog } from "@plugboard/webhook-delivery/catalog";
import { describe, expect, it } from "vitest";
import * as z from "zod";
import { setUpServer, pathOf } from "../../src/fixtures/set-up-server.fixture.ts";

const endpointSchema = z.looseObject({ id: z.string(), createdAt: z.string(), updatedAt: z.string() });
const secretsSchema = z.object({
  secrets: z.array(z.object({ secret: z.string(), createdAt: z.string(), expiresAt: z.string().optional() })),
});
const body = { url: "https://hooks.example.com/in", eventTypes: ["site_view"] };

describe("webhook endpoints", () => {
  const { call, succeed, publish, install, seeded } = setUpServer();
  let count = 0;

  async function setUp() {
    count += 1;
    await publish(`endpoints-${count}`);
    const id = await install(`endpoints-${count}`);
    const path = pathOf(listWebhookEndpoints, { params: { installationId: id } });
    const add = async (parts: object = {}, headers: Readonly<Record<string, string>> = {}) =>
      endpointSchema.parse(await succeed("POST", path, { body: { ...body, ...parts }, headers }));
    const list = async () =>
      z.object({ items: z.array(endpointSchema) }).parse(await succeed("GET", path)).items;
    return { id, path, add, list };
  }

  it("is created, read, changed and deleted", async () => {
    const { id, path, add, list } = await setUp();
    const made = await add();
    expect(made).toEqual({
      id: expect.stringMatching(/^whe_/),
      installationId: id,
      ...body,
      status: "enabled",
      health: { state: "healthy", requests: 0, failedRequests: 0, waiting: 0 },
      createdAt: made.createdAt,
      updatedAt: made.createdAt,
    });
    const changed = { url: "https://hooks.example.com/other", eventTypes: ["page_feedback"] };
    const response = await succeed("PATCH", `${path}/${made.id}`, { body: changed });
    expect(response).toMatchObject({ ...changed, status: "enabled" });
    expect(await succeed("GET", `${path}/${made.id}`)).toEqual(response);
    expect(await list()).toEqual([response]);
    expect((await call("DELETE", `${path}/${made.id}`)).status).toBe(204);
    expect((await call("GET", `${path}/${made.id}`)).status).toBe(404);
  });

  it("is paused and resumed once", async () => {
    const { path, add } = await setUp();
    const { id } = await add();
    const change = async (action: string) => await call("POST", `${path}/${id}/${action}`, { body: {} });
    const conflict = { status: 409, body: { code: "conflict" } };
    expect(await change("resume")).toMatchObject(conflict);
    expect(await change("pause")).toMatchObject({ status: 200, body: { id, status: "paused" } });
    expect(await change("pause")).toMatchObject(conflict);
    expect(await change("resume")).toMatchObject({ status: 200, body: { id, status: "enabled" } });
    await succeed("PATCH", `${path}/${id}`, { body: { status: "disabled" } });
    // Resuming would send events to an endpoint that its owner switched off.
    expect(await change("resume")).toMatchObject(conflict);
  });

  it("is called with its settings, and never shows the values of its headers", async () => {
    const { path, add } = await setUp();
    const sending = {
      filter: [{ field: ["siteId"], oneOf: ["sit_1", "sit_2"] }],
      timeoutMilliseconds: 30_000,
      rateLimit: { perSecond: 0.5, burst: 3 },
      signatures: ["standard"],
    };
    const made = await add({ ...sending, headers: { Authorization: "Bearer s3same", "X-Tenant": "7" } });
    const masked = { authorization: "[redacted]", "x-tenant": "[redacted]" };
    expect(made).toMatchObject({ ...sending, headers: masked });
    const update = (change: object) => succeed("PATCH", `${path}/${made.id}`, { body: change });
    expect(await update({ eventTypes: ["page_feedback"] })).toMatchObject({ ...sending, headers: masked });
    const changed = await update({ headers: { "x-tenant": null }, rateLimit: null, signatures: null });
    expect(changed).toMatchObject({ headers: { authorization: "[redacted]" }, timeoutMilliseconds: 30_000 });
    expect(changed).toHaveProperty("filter");
    expect(await update({ filter: null })).not.toHaveProperty("filter");
    expect(changed).not.toHaveProperty("rateLimit");
    expect(await update({ headers: null, timeoutMilliseconds: null })).not.toHaveProperty("headers");
    for (const read of [path, pathOf(listAuditEntries)])
      expect(JSON.stringify(await succeed("GET", read))).not.toContain("s3same");
    await update({ url: "https://hooks.example.com/services/T0/s3same" });
    const entries = JSON.stringify(await succeed("GET", pathOf(listAuditEntries)));
    expect(entries).toContain("https://hooks.example.com/[hidden]");
    expect(entries).not.toContain("s3same");
  });

  it("signs with an Ed25519 key that is never shown, and shows the public one", async () => {
    const { path, add } = await setUp();
    const seen: { readonly headers: IncomingHttpHeaders; readonly body: string }[] = [];
    const server = await startHttp((request, response) => {
      void text(request).then((received) => {
        seen.push({ headers: request.headers, body: received });
        return response.end();
      });
    });
    const made = await add({ url: server.url, signingKey: "ed25519" });
    expect(made).toMatchObject({ signingKey: "ed25519" });
    const one = `${path}/${made.id}`;
    const first = secretsSchema.parse(await succeed("GET", `${one}/secrets`)).secrets;
    expect(first).toEqual([expect.objectContaining({ secret: expect.stringMatching(/^whpk_/) })]);
    const rotation = await succeed("POST", `${one}/rotate-secret`, { body: { overlapSeconds: 3600 } });
    const rotated = secretsSchema.parse(rotation).secrets;
    expect(rotated.map(({ secret }) => secret)).toEqual([expect.stringMatching(/^whpk_/), first[0]?.secret]);
    await succeed("POST", `${one}/test-event`, { body: {} });
    await expect.poll(() => seen).toHaveLength(1);
    for (const { headers, body: sent } of seen) {
      expect(headers["x-service-signature"]).toBeUndefined();
      for (const { secret } of rotated)
        expect(await verifyStandardWebhook({ secret, headers, body: sent })).toBeTruthy();
    }
    for (const [method, to, given] of [
      ["PATCH", one, { signatures: ["service"] }],
      ["POST", path, { ...body, signingKey: "ed25519", signatures: ["service"] }],
    ] as const)
      expect(await call(method, to, { body: given })).toMatchObject({
        status: 400,
        body: { problems: [expect.objectContaining({ path: "signatures" })] },
      });
  });

  it("shows its settings, waits for verification, and again after its URL changes", async () => {
    const { id, path, add } = await setUp();
    const seen: (string | undefined)[] = [];
    const server = await startHttp((request, response) => {
      seen.push(request.headers.authorization);
      void text(request).then((received) => {
        const { challenge } = z.looseObject({ challenge: z.string().optional() }).parse(JSON.parse(received));
        return response.writeHead(request.url === "/in" ? 200 : 401).end(JSON.stringify({ challenge }));
      });
    });
    const authentication = { type: "basic", username: "ada", password: "s3same" };
    const made = await add({ url: `${server.url}/in`, requiresVerification: true, authentication });
    const one = `${path}/${made.id}`;
    const redacted = { ...authentication, password: "[redacted]" };
    expect(made).toMatchObject({ verification: "pending", authentication: redacted });
    await succeed("POST", `${one}/test-event`, { body: {} });
    const deliveries = () =>
      succeed(listInstallationDeliveries, { params: { installationId: id }, query: { endpointId: made.id } });
    expect(await deliveries()).toMatchObject({
      items: [{ status: "scheduled", wait: { reason: "held", holds: ["endpoint_unverified"] } }],
    });
    expect(await succeed("POST", `${one}/verify`)).toMatchObject({ verification: "verified" });
    await expect.poll(deliveries).toMatchObject({ items: [{ status: "delivered" }] });
    const credentials = Buffer.from("ada:s3same").toString("base64");
    expect(seen).toEqual([`Basic ${credentials}`, `Basic ${credentials}`]);

    const moved = { url: `${server.url}/moved`, authentication: null };
    expect(await succeed("PATCH", one, { body: moved })).toMatchObject({ verification: "pending" });
    expect(await call("POST", `${one}/verify`)).toMatchObject({
      status: 409,
      body: { detail: expect.stringContaining("401") },
    });
    expect(await succeed("GET", one)).toMatchObject({ verification: "pending" });
    const oauth2 = { type: "oauth2", clientId: "a", clientSecret: "b", tokenUrl: "https://10.0.0.1/" };
    for (const [wrong, at] of [
      [{ authentication: redacted }, "authentication.password"],
      [{ authentication: oauth2 }, "authentication.tokenUrl"],
      [{ clientCertificate: { certificate: "a", privateKey: "b" } }, "clientCertificate"],
    ] as const)
      expect(await call("PATCH", one, { body: wrong })).toMatchObject({
        status: 400,
        body: { problems: [{ path: at }] },
      });
    // The contract has the same limit as the delivery engine.
    const withSecretOf = (length: number) =>
      call("PATCH", one, { body: { authentication: { ...authentication, password: "s".repeat(length) } } });
    expect([await withSecretOf(4096), await withSecretOf(4097)]).toMatchObject([
      { status: 200 },
      { status: 400 },
    ]);
    expect(JSON.stringify(await succeed(listAuditEntries))).not.toContain("s3same");
    await server.close();
  });

  it("subscribes to the types of a catalog, whose examples match their schemas", async () => {
    const { items } = z
      .object({ items: z.array(z.looseObject({ type: z.string(), schema: z.json(), example: z.json() })) })
      .parse(await succeed(listEventTypes));
    expect(items).toMatchObject([
      { type: "page_feedback", version: "1", scope: "site:views:read" },
      { type: "site_view", version: "1", scope: "site:views:read" },
      { type: "space_content_updated", version: "1", scope: "space:content:read" },
    ]);
    const definitions = items.map(({ type, schema, example }) => [
      type,
      { schema: z.record(z.string(), z.json()).parse(schema), example },
    ]);
    const { check } = createEventCatalog(Object.fromEntries(definitions));
    const params = { eventType: "site_view" };
    expect(await succeed(getEventType, { params })).toEqual(items.find(({ type }) => type === "site_view"));
    expect(await call(getEventType, { params: { eventType: "task" } })).toMatchObject({
      status: 404,
      body: { detail: expect.stringContaining("event type task") },
    });
    const body = JSON.stringify({ eventId: "evt_1", type: "site_view" });
    expect(() => check({ id: "evt_1", type: "site_view", body })).toThrow("visitor");
  });

  it("belongs to one installation", async () => {
    const [one, other] = [await setUp(), await setUp()];
    const { id } = await one.add();
    for (const suffix of ["", "/secrets"])
      expect((await call("GET", `${other.path}/${id}${suffix}`)).status).toBe(404);
    expect((await call("DELETE", `${other.path}/${id}`)).status).toBe(404);
    expect(await other.list()).toEqual([]);
  });

  it("is for a space or site only if the installation is in it", async () => {
    const { id, add } = await setUp();
    const { space } = seeded();
    await succeed(createSpaceInstallation, { params: { installationId: id, spaceId: space } });
    expect(await add({ spaceId: space })).toMatchObject({ spaceId: space });
  });

  it("is paused and enabled", async () => {
    const { path, add } = await setUp();
    const { id } = await add();
    const set = (status: string) => succeed("PATCH", `${path}/${id}`, { body: { status } });
    expect(await set("disabled")).toMatchObject({ status: "disabled" });
    expect(await set("enabled")).toMatchObject({ status: "enabled" });
  });

  it("shows its secrets separately, and keeps the old one during a rotation", async () => {
    const { path, add } = await setUp();
    const made = await add();
    const secretsOf = async () =>
      secretsSchema.parse(await succeed("GET", `${path}/${made.id}/secrets`)).secrets;
    const [first, ...none] = await secretsOf();
    expect(first?.secret).toMatch(/^whsec_/);
    expect(none).toEqual([]);
    expect(JSON.stringify(made)).not.toContain("whsec_");

    const rotate = (overlapSeconds?: number) =>
      succeed("POST", `${path}/${made.id}/rotate-secret`, { body: { overlapSeconds } });
    const { secrets } = secretsSchema.parse(await rotate());
    expect(secrets).toEqual(await secretsOf());
    const [second, kept] = secrets;
    expect(kept?.secret).toBe(first?.secret);
    expect(Date.parse(kept?.expiresAt ?? "") - Date.parse(second?.createdAt ?? "")).toBe(24 * 3600 * 1000);
    expect(second).not.toHaveProperty("expiresAt");

    const tooEarly = await call("POST", `${path}/${made.id}/rotate-secret`, { body: {} });
    expect(tooEarly).toMatchObject({
      status: 409,
      body: { code: "conflict", detail: expect.stringContaining("The previous secret signs until") },
    });
    expect(await secretsOf()).toEqual(secrets);
    const [third, ...gone] = secretsSchema.parse(await rotate(0)).secrets;
    expect([first?.secret, second?.secret]).not.toContain(third?.secret);
    expect(gone).toEqual([]);
  });

  it("is created once under one idempotency key", async () => {
    const { add, list } = await setUp();
    const key = { "idempotency-key": "register-1" };
    const [first, again] = [await add({}, key), await add({ url: "https://hooks.example.com/again" }, key)];
    expect(again).toEqual(first);
    await add({}, { "idempotency-key": "register-2" });
    expect(await list()).toHaveLength(2);
  });

  it("is tested with an event of a subscribed type, once under one idempotency key", async () => {
    const { id, path, add } = await setUp();
    const endpoint = await add({ eventTypes: ["page_feedback", "site_view"] });
    const tryOut = (sent: object, headers: Readonly<Record<string, string>> = {}) =>
      succeed("POST", `${path}/${endpoint.id}/test-event`, { body: sent, headers });
    const key = { "idempotency-key": "try-1" };
    const [first, again] = [await tryOut({}, key), await tryOut({}, key)];
    expect(again).toEqual(first);
    await tryOut({ type: "page_feedback" });
    const made = z
      .object({ items: z.array(z.looseObject({ eventType: z.string(), target: z.unknown() })) })
      .parse(
        await succeed(listInstallationDeliveries, {
          params: { installationId: id },
          query: { endpointId: endpoint.id },
        }),
      ).items;
    expect(made.map(({ eventType }) => eventType)).toEqual(["page_feedback", "site_view"]);
    expect(made[0]?.target).toEqual({ kind: "endpoint", endpointId: endpoint.id, url: body.url });
  });

  it("is one of at most a hundred", async () => {
    const { path, add } = await setUp();
    for (let made = 0; made < 100; made += 1) await add();
    expect(await call("POST", path, { body })).toMatchObject({
      status: 409,
      body: { detail: expect.stringContaining("at most 100") },
    });
  });
});
