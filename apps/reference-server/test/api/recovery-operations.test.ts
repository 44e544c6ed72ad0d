import { acknowledgeNotice, getInstallation, listNotices } from "@plugboard/api/routes";
import { atNight } from "@plugboard/test-postgres";
import { describe, expect, it } from "vitest";
import * as z from "zod";
import { setUpServer, pathOf } from "../../src/fixtures/set-up-server.fixture.ts";
import { startHttp } from "@plugboard/test-http";
import { waitFor } from "../../src/fixtures/wait-for.fixture.ts";

const idSchema = z.looseObject({ id: z.string() });
const recoverySchema = z.looseObject({ id: z.string(), status: z.string(), recovered: z.number() });
const listSchema = z.object({
  items: z.array(z.looseObject({ id: z.string(), status: z.string().optional() })),
});
const longAgo = "2001-01-01T00:00:00.000Z";

describe.each(["SQLite", ...atNight("PostgreSQL")] as const)(
  "recoveries, statistics and notices over HTTP on %s",
  (kind) => {
    const { call, succeed, publish, install, seeded } = setUpServer(kind);
    let count = 0;

    /** Creates an installation with a webhook endpoint and a receiver with the given response. */
    async function setUp(behavior: { status: number }) {
      count += 1;
      const name = `recovered-${count}`;
      const received: string[] = [];
      const receiver = await startHttp((request, response) => {
        received.push(request.headersDistinct["webhook-id"]?.[0] ?? "");
        request.resume();
        response.writeHead(behavior.status).end();
      });
      await publish(name);
      const installation = pathOf(getInstallation, { params: { installationId: await install(name) } });
      await succeed("PUT", `${installation}/spaces/${seeded().space}`);
      const body = { url: receiver.url, eventTypes: ["space_content_updated"] };
      const { id } = idSchema.parse(await succeed("POST", `${installation}/webhook-endpoints`, { body }));
      const path = `${installation}/webhook-endpoints/${id}`;
      const send = () => succeed("POST", `${path}/test-event`, { body: {} });
      const list = async (status: string) =>
        listSchema.parse(await succeed("GET", `${installation}/deliveries?endpointId=${id}&status=${status}`))
          .items;
      const reached = (status: string, amount: number) =>
        waitFor(`${amount} deliveries to be ${status}`, async () =>
          (await list(status)).length === amount ? true : undefined,
        );
      const recover = (parts: object = {}) =>
        call("POST", `${path}/recoveries`, { body: { failedSince: longAgo, ...parts } });
      return { installation, id, path, received, receiver, send, list, reached, recover };
    }

    it("resend deliveries that failed since a time and show their progress", async () => {
      const behavior = { status: 400 };
      const { path, received, receiver, send, reached, recover } = await setUp(behavior);
      for (let sent = 0; sent < 3; sent += 1) await send();
      await reached("failed", 3);
      const failed = new Set(received);
      const counted = (parts: object) =>
        call("POST", `${path}/recoveries/count`, { body: { failedSince: longAgo, ...parts } });
      const failures = ["rejected"];
      const eventTypes = ["space_content_updated"];
      expect((await counted({ failures, eventTypes })).body).toEqual({ count: 3 });
      for (const none of [
        { failedBefore: longAgo },
        { failures: ["expired"] },
        { eventTypes: ["site_view"] },
      ])
        expect((await counted(none)).body).toEqual({ count: 0 });
      expect(await counted({ failures: ["canceled"] })).toMatchObject({ status: 400 });
      behavior.status = 204;
      const started = await recover({ perSecond: 500, failures, eventTypes });
      expect(started).toMatchObject({
        status: 202,
        body: {
          failedSince: longAgo,
          perSecond: 500,
          failures,
          eventTypes,
          total: 3,
          recovered: 0,
          status: "running",
        },
      });
      const { id } = recoverySchema.parse(started.body);
      await reached("delivered", 3);
      const done = await waitFor("the recovery to be done", async () => {
        const recovery = recoverySchema.parse(await succeed("GET", `${path}/recoveries/${id}`));
        return recovery.status === "done" ? recovery : undefined;
      });
      expect(done).toMatchObject({ id, recovered: 3, total: 3, finishedAt: expect.any(String) });
      expect(await succeed("GET", `${path}/recoveries`)).toEqual({ items: [done] });
      expect(new Set(received.slice(3))).toEqual(failed);
      await receiver.close();
    });

    it("skip earlier failures", async () => {
      const behavior = { status: 400 };
      const { receiver, send, reached, recover } = await setUp(behavior);
      await send();
      await reached("failed", 1);
      const later = new Date(Date.now() + 3_600_000).toISOString();
      expect((await recover({ failedSince: later })).body).toMatchObject({ total: 0 });
      await receiver.close();
    });

    it("run one at a time per endpoint, until they are canceled", async () => {
      const { path, receiver, send, reached, recover } = await setUp({ status: 400 });
      for (let sent = 0; sent < 3; sent += 1) await send();
      await reached("failed", 3);
      const { id } = recoverySchema.parse((await recover({ perSecond: 0.001 })).body);
      expect(await recover()).toMatchObject({
        status: 409,
        body: {
          code: "conflict",
          detail: expect.stringContaining("already has a running recovery; wait until it ends or cancel"),
        },
      });
      expect(await succeed("POST", `${path}/recoveries/${id}/cancel`)).toMatchObject({ status: "canceled" });
      expect((await recover({ failedSince: new Date().toISOString() })).status).toBe(202);
      const { items } = listSchema.parse(await succeed("GET", `${path}/recoveries`));
      expect(items.map((recovery) => recovery.id)).toEqual([expect.not.stringContaining(id), id]);
      await receiver.close();
    });

    it("start once under concurrent requests", async () => {
      const { path, receiver, send, reached, recover } = await setUp({ status: 400 });
      for (let sent = 0; sent < 3; sent += 1) await send();
      await reached("failed", 3);
      // Slow enough that the first one still runs when the last one is requested.
      const responses = await Promise.all(Array.from({ length: 5 }, () => recover({ perSecond: 0.001 })));
      expect(responses.map(({ status }) => String(status)).toSorted()).toEqual([
        "202",
        "409",
        "409",
        "409",
        "409",
      ]);
      const { items } = listSchema.parse(await succeed("GET", `${path}/recoveries`));
      expect(items).toHaveLength(1);
      await receiver.close();
    });

    it("are the same under one idempotency key, also after they end", async () => {
      const { path, receiver } = await setUp({ status: 204 });
      const start = async (key: string) =>
        idSchema.parse(
          await succeed("POST", `${path}/recoveries`, {
            body: { failedSince: longAgo },
            headers: { "idempotency-key": key },
          }),
        ).id;
      const [first, ...others] = await Promise.all(Array.from({ length: 5 }, () => start("once")));
      expect(others).toEqual(others.map(() => first));
      await succeed("POST", `${path}/recoveries/${first}/cancel`);
      expect(await start("once")).toBe(first);
      expect(await start("twice")).not.toBe(first);
      await receiver.close();
    });

    it("belong to one endpoint and report problems of a request", async () => {
      const [one, other] = [await setUp({ status: 204 }), await setUp({ status: 204 })];
      const { id } = recoverySchema.parse((await one.recover()).body);
      expect((await call("GET", `${one.path}/recoveries/${id}`)).status).toBe(200);
      for (const path of [`${other.path}/recoveries/${id}`, `${other.installation}/recoveries/${id}`])
        expect((await call("GET", path)).status).toBe(404);
      expect((await call("POST", `${other.path}/recoveries/${id}/cancel`)).status).toBe(404);
      expect((await call("GET", `${one.path}/recoveries/rec_nothing`)).status).toBe(404);
      expect((await one.recover({ failedSince: "yesterday" })).status).toBe(400);
      expect((await one.recover({ perSecond: 0 })).status).toBe(400);
      await Promise.all([one.receiver.close(), other.receiver.close()]);
    });

    it("also work for deliveries to an installation's integration", async () => {
      const { installation, receiver } = await setUp({ status: 204 });
      await waitFor("the integration to be notified", async () => {
        const response = await call("GET", `${installation}/integration-endpoint/statistics`);
        return /"delivered":[1-9]/.test(JSON.stringify(response.body)) ? true : undefined;
      });
      const body = { failedSince: longAgo };
      expect(
        await succeed("POST", `${installation}/integration-endpoint/recoveries`, { body }),
      ).toMatchObject({
        total: 0,
      });
      await receiver.close();
    });

    it("count an endpoint's outcomes by hour", async () => {
      const behavior = { status: 204 };
      const { path, receiver, send, reached } = await setUp(behavior);
      expect(await succeed("GET", `${path}/statistics`)).toEqual({ pending: 0, sending: 0, hours: [] });
      await send();
      await reached("delivered", 1);
      behavior.status = 400;
      await send();
      await reached("failed", 1);
      const { hours, ...rest } = z
        .looseObject({ hours: z.array(z.record(z.string(), z.unknown())) })
        .parse(await succeed("GET", `${path}/statistics`));
      expect(rest).toEqual({
        pending: 0,
        sending: 0,
        failingSince: expect.any(String),
        p50Milliseconds: expect.any(Number),
        p95Milliseconds: expect.any(Number),
      });
      const sum = (name: string) => hours.reduce((total, hour) => total + Number(hour[name]), 0);
      expect(["delivered", "failed", "attempts"].map(sum)).toEqual([1, 1, 2]);
      const tomorrow = new Date(Date.now() + 86_400_000).toISOString();
      expect(await succeed("GET", `${path}/statistics?since=${tomorrow}`)).toMatchObject({ hours: [] });
      await receiver.close();
    });

    it("hold the deliveries of a paused endpoint until it is enabled", async () => {
      const { path, received, receiver, send, reached } = await setUp({ status: 204 });
      expect(await succeed("PATCH", path, { body: { status: "paused" } })).toMatchObject({
        status: "paused",
      });
      await send();
      expect(await succeed("GET", `${path}/statistics`)).toMatchObject({ pending: 1, sending: 0 });
      expect(received).toEqual([]);
      expect(await succeed("PATCH", path, { body: { status: "enabled" } })).toMatchObject({
        status: "enabled",
      });
      await reached("delivered", 1);
      await receiver.close();
    });

    it("reports a disabled endpoint with the reason until it is acknowledged", async () => {
      const behavior = { status: 410 };
      const { installation, id, path, receiver, send, reached, recover } = await setUp(behavior);
      await send();
      await reached("failed", 1);
      expect(await succeed("GET", path)).toMatchObject({ status: "disabled", disabledReason: "gone" });
      expect(await recover()).toMatchObject({
        status: 409,
        body: { detail: expect.stringContaining("Enable it before recovering") },
      });
      const own = async () => {
        const { items } = listSchema.parse(await succeed(listNotices));
        return items.find((notice) => JSON.stringify(notice).includes(id));
      };
      const notice = await own();
      expect(notice).toEqual({
        id: expect.any(String),
        installationId: installation.split("/").at(-1),
        target: { kind: "endpoint", endpointId: id, url: receiver.url },
        reason: "gone",
        disabledAt: expect.any(String),
        failingSince: expect.any(String),
      });
      expect((await call(acknowledgeNotice, { params: { noticeId: notice?.id } })).status).toBe(204);
      expect(await own()).toBeUndefined();
      expect((await call(acknowledgeNotice, { params: { noticeId: notice?.id } })).status).toBe(404);
      expect(await succeed("PATCH", path, { body: { status: "enabled" } })).toEqual(
        expect.not.objectContaining({ disabledReason: expect.anything() }),
      );
      behavior.status = 204;
      expect((await recover()).body).toMatchObject({ total: 1 });
      await reached("delivered", 1);
      await receiver.close();
    });
  },
);
