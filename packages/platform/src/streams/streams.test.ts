import {
  deleteStream,
  getStream,
  installIntegration,
  listDeliveries,
  listWebhookEndpoints,
  resendStream,
  setStream,
  updateOrganization,
} from "@plugboard/api/routes";
import type { WebhookSender } from "@plugboard/webhook-delivery";
import { describe, expect, it, vi } from "vitest";
import * as z from "zod";
import { withoutTenantScope } from "../database/organization-scope.ts";
import { listOpenedFailures } from "../delivery/failure-statuses.ts";
import type { LogLine } from "../logs/log-line.ts";
import { expungeEvents } from "../tenancy/expunge-events.ts";
import { administrator, person, setUpApi } from "../fixtures/set-up-api.fixture.ts";
import { testUrls } from "../fixtures/set-up-platform.fixture.ts";
import { databaseKinds } from "../fixtures/set-up-storage.fixture.ts";
import { runStreams } from "./run-streams.ts";
import { deleteStream as endStream } from "./streams.ts";

type WebhookRequest = Parameters<WebhookSender["send"]>[0];

const auditSchema = z.strictObject({
  eventId: z.string(),
  type: z.literal("audit_entry"),
  entry: z.looseObject({ id: z.string(), organization: z.string(), operation: z.string() }),
});
const linesSchema = z.strictObject({
  eventId: z.string(),
  type: z.literal("log_lines"),
  integration: z.string(),
  lines: z.array(z.looseObject({ id: z.string(), level: z.string(), message: z.string() })),
});
const url = "https://siem.example/audit";

describe.each(databaseKinds)("streams on %s", (kind) => {
  const sent: WebhookRequest[] = [];
  let status = 200;
  const { call, succeed, platform, clock, createContent, publish } = setUpApi(kind, {
    webhooks: {
      send: async (request) => {
        sent.push(request);
        return { startedAt: clock.now, status, requestHeaders: {}, timings: { total: 1 } };
      },
      checkEndpoint: () => {},
      destinations: [],
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
    const params = { organizationId, installationId: String(installed["id"]), stream: "audit" };
    const owner = person("ada", { [organizationId]: "owner" });
    const rename = async () =>
      await succeed(owner, updateOrganization, { params, body: { title: "Renamed" } });
    const runAll = async (): Promise<readonly unknown[]> => {
      for (let round = 0; round < 3; round += 1) {
        clock.now += 10_000;
        while ((await platform().runDue()) > 0);
      }
      return sent.map(({ body }): unknown => JSON.parse(z.string().parse(body)));
    };
    /** Runs all due work, and returns the entries that were sent for the organization. */
    const run = async () =>
      (await runAll())
        .flatMap((body) => auditSchema.safeParse(body).data ?? [])
        .filter(({ entry }) => entry.organization === organizationId);
    /** Writes lines to the log of an integration. */
    const write = async (messages: readonly string[], parts: Partial<LogLine> = {}): Promise<void> => {
      for (const message of messages)
        platform().logs.write({
          integration: name,
          version: 1,
          time: clock.now,
          kind: "log",
          level: "info",
          message,
          ...parts,
        });
      await platform().logs.flush();
    };
    /** Runs all due work, and returns the batches that were sent for the integration. */
    const runLogs = async () =>
      (await runAll())
        .flatMap((body) => linesSchema.safeParse(body).data ?? [])
        .filter(({ integration }) => integration === name);
    // The setup of the installation writes lines of its own.
    await runAll();
    await platform().logs.flush();
    return { params, logs: { ...params, stream: "logs" }, name, owner, rename, run, write, runLogs };
  }

  it("send each later audit entry once, signed and with its outcome, and cause none of their own", async () => {
    const { params, owner, rename, run } = await setUp();
    await rename();
    const stream = await succeed(owner, setStream, { params, body: { url } });
    expect(stream).toMatchObject({ url, secret: expect.stringMatching(/^whsec_/) });
    await rename();
    const entries = await run();
    expect(entries.map(({ entry }) => entry.operation)).toEqual(["setStream", "updateOrganization"]);
    expect(entries[1]).toMatchObject({
      eventId: entries[1]?.entry.id,
      entry: { actor: { type: "member", id: "ada" }, after: { title: "Renamed" } },
    });
    expect(JSON.stringify(entries)).not.toContain(stream["secret"]);
    expect(sent.at(-1)).toMatchObject({ url, secrets: [stream["secret"]] });
    expect(await run()).toHaveLength(2);
    expect(await succeed(owner, getStream, { params })).toMatchObject({
      health: { state: "healthy", requests: 2 },
    });
  });

  it("belong to managers: no other role, portal session, installation or organization can see them", async () => {
    const { params, logs, owner, rename, write, run } = await setUp();
    for (const each of [params, logs]) await succeed(owner, setStream, { params: each, body: { url } });
    await rename();
    await write(["private"]);
    await run();
    const other = await setUp();
    await other.rename();
    await other.write(["not streamed"]);
    expect(await other.run()).toEqual([]);
    expect(await other.runLogs()).toEqual([]);
    const { token } = await platform().portalSessions.create({
      organization: params.organizationId,
      readOnly: false,
      theme: {},
      lifetimeSeconds: 900,
    });
    const developer = person("bob", { [params.organizationId]: "developer" });
    for (const caller of [developer, token])
      for (const stream of ["audit", "logs"])
        for (const [route, body] of [
          [getStream],
          [setStream, { url }],
          [resendStream],
          [deleteStream],
        ] as const)
          expect((await call(caller, route, { params: { ...params, stream }, body })).status).toBe(403);
    for (const caller of [owner, developer, token]) {
      const deliveries = JSON.stringify((await call(caller, listDeliveries)).body);
      expect(deliveries).not.toMatch(/audit_entry|log_lines/);
    }
    expect(await succeed(owner, listWebhookEndpoints, { params })).toEqual({ items: [] });
  });

  it("keep their secret when the URL changes, which enables them again, and end when they are deleted", async () => {
    const { params, owner, rename, run } = await setUp();
    const { secret } = await succeed(owner, setStream, { params, body: { url } });
    status = 410;
    await run();
    status = 200;
    expect(await succeed(owner, getStream, { params })).toMatchObject({ health: { state: "disabled" } });
    const moved = "https://other.example/audit";
    expect(await succeed(owner, setStream, { params, body: { url: moved } })).toMatchObject({
      url: moved,
      secret,
      health: { state: expect.not.stringContaining("disabled") },
    });
    await run();
    expect(sent.at(-1)?.url).toBe(moved);
    await succeed(owner, deleteStream, { params });
    const before = await run();
    await rename();
    expect(await run()).toEqual(before);
    expect((await call(owner, getStream, { params })).status).toBe(404);
  });

  it("end when their deletion is repeated after a crash, and can be set again", async () => {
    const { params, owner, rename, run } = await setUp();
    await succeed(owner, setStream, { params, body: { url } });
    const key = { organizationId: params.organizationId, kind: "audit" } as const;
    const { deliveries, ...context } = platform();
    /** Deletes the stream, and is killed before or after the statement that deletes its endpoint. */
    const killed = async (isAfter: boolean): Promise<void> => {
      const deleteEndpoint: typeof deliveries.deleteEndpoint = async (id) => {
        if (isAfter) await deliveries.deleteEndpoint(id);
        throw new Error("killed");
      };
      const call = endStream({ ...context, deliveries: { ...deliveries, deleteEndpoint } }, key);
      await expect(call).rejects.toThrow("killed");
    };
    await withoutTenantScope("streams", () => killed(false));
    await succeed(owner, deleteStream, { params });
    await rename();
    expect(await run()).toEqual([]);
    await succeed(owner, setStream, { params, body: { url } });
    await withoutTenantScope("streams", () => killed(true));
    await rename();
    expect(await run()).toEqual([]);
    expect((await call(owner, getStream, { params })).status).toBe(404);
    await succeed(owner, setStream, { params, body: { url } });
    await rename();
    expect((await run()).at(-1)?.entry.operation).toBe("updateOrganization");
  });

  it("send later log lines once in batches, with all that match the filter", async () => {
    const { logs, name, owner, write, runLogs } = await setUp();
    const other = await setUp();
    await write(["before"]);
    await succeed(owner, setStream, { params: logs, body: { url, level: "warn", integrations: [name] } });
    await write(["info"]);
    await write(["warn"], { level: "warn" });
    await write(["error"], {
      level: "error",
      event: { eventId: "evt_1", type: "task", installationId: "ins_1" },
    });
    const [first, ...more] = await runLogs();
    expect(first?.lines).toMatchObject([
      { level: "warn", message: "warn" },
      { level: "error", message: "error", installation: "ins_1", event: { id: "evt_1", type: "task" } },
    ]);
    expect(more).toEqual([]);
    expect(await succeed(owner, getStream, { params: logs })).toMatchObject({
      level: "warn",
      integrations: [name],
      health: { state: "healthy", requests: 1 },
    });
    await succeed(owner, setStream, { params: logs, body: { url, installations: ["ins_2"] } });
    await write(["of another"], { event: { eventId: "evt_1", type: "task", installationId: "ins_1" } });
    await write(["of the installation"], {
      event: { eventId: "evt_1", type: "task", installationId: "ins_2" },
    });
    expect((await runLogs()).slice(1)).toMatchObject([{ lines: [{ message: "of the installation" }] }]);
    for (const [body, path] of [
      [{ url, integrations: [other.name] }, "integrations.0"],
      [{ url: `${testUrls.public}/integrations/${name}/hook` }, "url"],
      [{ url, level: "loud" }, "level"],
    ] as const)
      expect((await call(owner, setStream, { params: logs, body })).body).toMatchObject({
        problems: [{ path }],
      });
    const audit = { ...logs, stream: "audit" };
    expect((await call(owner, setStream, { params: audit, body: { url, level: "warn" } })).status).toBe(400);
    expect((await call(owner, getStream, { params: { ...logs, stream: "events" } })).status).toBe(404);
  });

  it("send every log line with the same batch ID, wherever handing over was interrupted", async () => {
    const { logs, owner, write, runLogs } = await setUp();
    await succeed(owner, setStream, { params: logs, body: { url } });
    const many = Array.from({ length: 230 }, (_, index) => `${index} ${"x".repeat(2_000)}`);
    await write(many);
    const { deliveries, ...context } = platform();
    /** Hands lines over until it is killed instead of the nth call, or right after it. */
    const killedAt = async (nth: number, isAfter: boolean): Promise<void> => {
      clock.now += 10_000;
      let calls = 0;
      const enqueue: typeof deliveries.enqueue = async (events) => {
        calls += 1;
        const enqueued = calls < nth || isAfter ? await deliveries.enqueue(events) : [];
        if (calls === nth) throw new Error("killed");
        return enqueued;
      };
      const onError = vi.fn<(error: unknown) => void>();
      await runStreams({ ...context, deliveries: { ...deliveries, enqueue } }, onError);
      expect(onError).toHaveBeenCalledExactlyOnceWith(new Error("killed"));
    };
    await killedAt(1, false);
    await write(["after the first crash"]);
    await killedAt(2, false);
    await killedAt(2, true);
    const batches = await runLogs();
    const lines = batches.flatMap((batch) => batch.lines);
    expect(lines.map(({ message }) => message)).toEqual([...many, "after the first crash"]);
    expect(new Set(batches.map(({ eventId }) => eventId)).size).toBe(3);
    expect(await runLogs()).toEqual(batches);
    // Only failed batches are kept.
    const tenant = logs.organizationId;
    for (const { eventId: id } of batches)
      expect(await platform().deliveries.getEvent({ tenant, id })).toBeUndefined();
  });

  it("send every log line if the filter changes between a crash and the restart", async () => {
    const { logs, owner, write, runLogs } = await setUp();
    await succeed(owner, setStream, { params: logs, body: { url } });
    const many = Array.from({ length: 160 }, (_, index) => `${index} ${"x".repeat(2_000)}`);
    await write(many.slice(0, 1), { level: "warn" });
    await write(many.slice(1, 20));
    await write(many.slice(20), { level: "warn" });
    const { deliveries, ...context } = platform();
    let calls = 0;
    const enqueue: typeof deliveries.enqueue = async (events) => {
      calls += 1;
      if (calls > 1) throw new Error("killed");
      return await deliveries.enqueue(events);
    };
    clock.now += 10_000;
    await runStreams({ ...context, deliveries: { ...deliveries, enqueue } }, () => {});
    await succeed(owner, setStream, { params: logs, body: { url, level: "warn" } });
    const messages = new Set((await runLogs()).flatMap(({ lines }) => lines.map(({ message }) => message)));
    expect(many.filter((message) => !messages.has(message))).toEqual([]);
  });

  it("go on when the stream of another organization fails", async () => {
    const broken = await setUp();
    const other = await setUp();
    for (const { owner, params, logs } of [broken, other])
      for (const each of [params, logs]) await succeed(owner, setStream, { params: each, body: { url } });
    for (const { rename, write } of [broken, other]) {
      await rename();
      await write(["line"]);
    }
    const { deliveries, ...context } = platform();
    const own = await context.db
      .selectFrom("streams")
      .select("endpoint_id")
      .where("organization_id", "=", broken.params.organizationId)
      .execute();
    const handedOver: string[] = [];
    const enqueue: typeof deliveries.enqueue = async (events) => {
      if (events.some(({ endpointIds }) => own.some((row) => endpointIds.includes(row.endpoint_id))))
        throw new Error("broken");
      handedOver.push(...events.map(({ body }) => body));
      return await deliveries.enqueue(events);
    };
    clock.now += 10_000;
    await withoutTenantScope("streams", () =>
      runStreams({ ...context, deliveries: { ...deliveries, enqueue } }, () => {}),
    );
    expect(handedOver.filter((body) => body.includes(other.params.organizationId)).length).toBeGreaterThan(0);
    expect(handedOver.filter((body) => body.includes(`"integration":"${other.name}"`))).toHaveLength(1);
    expect(await broken.runLogs()).toHaveLength(1);
    expect((await broken.run()).length).toBeGreaterThan(0);
  });

  it("lose the bodies of failed deliveries with those of the organization's events", async () => {
    const { params, owner, rename, run } = await setUp();
    await succeed(owner, setStream, { params, body: { url } });
    status = 422;
    await rename();
    const [failed] = await run();
    status = 200;
    await withoutTenantScope("streams", async () => {
      const read = async () =>
        await platform().deliveries.getEvent({ tenant: params.organizationId, id: failed?.eventId ?? "" });
      expect((await read())?.body).toContain(failed?.eventId);
      await expungeEvents(platform(), params.organizationId, clock.now + 1);
      expect((await read())?.body).toBe("");
    });
  });

  it("keep further lines in the log while 100 batches wait", async () => {
    const { logs, owner, write, runLogs } = await setUp();
    await succeed(owner, setStream, { params: logs, body: { url } });
    const { endpoint_id: endpointId } = await platform()
      .db.selectFrom("streams")
      .select("endpoint_id")
      .where("organization_id", "=", logs.organizationId)
      .executeTakeFirstOrThrow();
    const dueAt = clock.now + 24 * 3600 * 1000;
    const ids = Array.from({ length: 100 }, (_, index) => `wait_${logs.organizationId}_${index}`);
    await platform().deliveries.enqueue(
      ids.map((id) => ({ id, type: "log_lines", body: "{}", endpointIds: [endpointId], dueAt })),
    );
    await write(["kept"]);
    expect(await runLogs()).toEqual([]);
    await platform().deliveries.removeEvents(ids.map((id) => ({ tenant: logs.organizationId, id })));
    expect(await runLogs()).toMatchObject([{ lines: [{ message: "kept" }] }]);
  });

  it("keep log lines while they are disabled, and resend failed deliveries", async () => {
    const { logs, owner, write, runLogs } = await setUp();
    await succeed(owner, setStream, { params: logs, body: { url } });
    status = 410;
    await write(["refused"]);
    await runLogs();
    await write(["kept"]);
    const before = (await runLogs()).length;
    status = 200;
    const health = { state: "disabled" };
    expect(await succeed(owner, getStream, { params: logs })).toMatchObject({ health, failed: 1 });
    const opened = async () =>
      (await withoutTenantScope("failures", () => listOpenedFailures(platform(), 0))).filter(
        ({ organizationId }) => organizationId === logs.organizationId,
      );
    expect(await opened()).toMatchObject([{ reason: "HTTP 410" }]);
    expect((await call(owner, resendStream, { params: logs })).status).toBe(409);
    await succeed(owner, setStream, { params: logs, body: { url } });
    expect((await runLogs()).slice(before)).toMatchObject([{ lines: [{ message: "kept" }] }]);
    expect(await succeed(owner, resendStream, { params: logs })).toEqual({ count: 1 });
    expect(await opened()).toEqual([]);
    await platform().deliveries.advanceRecoveries();
    expect((await runLogs()).slice(before + 1)).toMatchObject([{ lines: [{ message: "refused" }] }]);
    expect(await succeed(owner, getStream, { params: logs })).toMatchObject({ failed: 0 });
  });
});
