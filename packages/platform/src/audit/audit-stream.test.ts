import {
  deleteAuditStream,
  getAuditStream,
  installIntegration,
  listDeliveries,
  listWebhookEndpoints,
  setAuditStream,
  updateOrganization,
} from "@plugboard/api/routes";
import type { WebhookSender } from "@plugboard/webhook-delivery";
import { describe, expect, it } from "vitest";
import * as z from "zod";
import { administrator, person, setUpApi } from "../fixtures/set-up-api.fixture.ts";
import { databaseKinds } from "../fixtures/set-up-storage.fixture.ts";

type WebhookRequest = Parameters<WebhookSender["send"]>[0];

const bodySchema = z.strictObject({
  eventId: z.string(),
  type: z.literal("audit_entry"),
  entry: z.looseObject({ id: z.string(), organization: z.string(), operation: z.string() }),
});
const url = "https://siem.example/audit";

describe.each(databaseKinds)("the audit stream on %s", (kind) => {
  const sent: WebhookRequest[] = [];
  let status = 200;
  const { call, succeed, platform, clock, createContent, publish } = setUpApi(kind, {
    webhooks: {
      send: async (request) => {
        sent.push(request);
        return { startedAt: clock.now, status, requestHeaders: {}, timings: { total: 1 } };
      },
      checkUrl: () => {},
      challenge: async () => ({
        isVerified: true,
        result: { startedAt: 0, status: 200, requestHeaders: {}, timings: { total: 1 } },
      }),
    },
  });

  async function setUp() {
    const { organizationId } = await createContent();
    const { name } = await publish(organizationId);
    const installed = await succeed(administrator, installIntegration, {
      params: { integration: name },
      body: { organization: organizationId },
    });
    const params = { organizationId, installationId: String(installed["id"]) };
    const owner = person("ada", { [organizationId]: "owner" });
    const rename = async () =>
      await succeed(owner, updateOrganization, { params, body: { title: "Renamed" } });
    /** Runs all due work, and returns the entries that were sent for the organization. */
    const run = async () => {
      for (let round = 0; round < 3; round += 1) {
        clock.now += 10_000;
        while ((await platform().runDue()) > 0);
      }
      return sent
        .map(({ body }) => bodySchema.parse(JSON.parse(z.string().parse(body))))
        .filter(({ entry }) => entry.organization === organizationId);
    };
    return { params, owner, rename, run };
  }

  it("receives each later entry once, signed and with its outcome, and causes none of its own", async () => {
    const { params, owner, rename, run } = await setUp();
    await rename();
    const stream = await succeed(owner, setAuditStream, { params, body: { url } });
    expect(stream).toMatchObject({ url, secret: expect.stringMatching(/^whsec_/) });
    await rename();
    const entries = await run();
    expect(entries.map(({ entry }) => entry.operation)).toEqual(["setAuditStream", "updateOrganization"]);
    expect(entries[1]).toMatchObject({
      eventId: entries[1]?.entry.id,
      entry: { actor: { type: "member", id: "ada" }, after: { title: "Renamed" } },
    });
    expect(JSON.stringify(entries)).not.toContain(stream["secret"]);
    expect(sent.at(-1)).toMatchObject({ url, secrets: [stream["secret"]] });
    expect(await run()).toHaveLength(2);
    expect(await succeed(owner, getAuditStream, { params })).toMatchObject({
      health: { state: "healthy", requests: 2 },
    });
  });

  it("belongs to managers: no other role, portal session, installation or organization can see it", async () => {
    const { params, owner, rename, run } = await setUp();
    await succeed(owner, setAuditStream, { params, body: { url } });
    await rename();
    await run();
    const other = await setUp();
    await other.rename();
    expect(await other.run()).toEqual([]);
    const { token } = await platform().portalSessions.create({
      organization: params.organizationId,
      readOnly: false,
      theme: {},
      lifetimeSeconds: 900,
    });
    const developer = person("bob", { [params.organizationId]: "developer" });
    for (const caller of [developer, token])
      for (const [route, body] of [[getAuditStream], [setAuditStream, { url }], [deleteAuditStream]] as const)
        expect((await call(caller, route, { params, body })).status).toBe(403);
    for (const caller of [owner, developer, token]) {
      const deliveries = JSON.stringify((await call(caller, listDeliveries)).body);
      expect(deliveries).not.toContain("audit_entry");
    }
    expect(await succeed(owner, listWebhookEndpoints, { params })).toEqual({ items: [] });
  });

  it("keeps its secret when its URL changes, which enables it again, and ends when it is deleted", async () => {
    const { params, owner, rename, run } = await setUp();
    const { secret } = await succeed(owner, setAuditStream, { params, body: { url } });
    status = 410;
    await run();
    status = 200;
    expect(await succeed(owner, getAuditStream, { params })).toMatchObject({ health: { state: "disabled" } });
    const moved = "https://other.example/audit";
    expect(await succeed(owner, setAuditStream, { params, body: { url: moved } })).toMatchObject({
      url: moved,
      secret,
      health: { state: expect.not.stringContaining("disabled") },
    });
    await run();
    expect(sent.at(-1)?.url).toBe(moved);
    await succeed(owner, deleteAuditStream, { params });
    const before = await run();
    await rename();
    expect(await run()).toEqual(before);
    expect((await call(owner, getAuditStream, { params })).status).toBe(404);
  });
});
