import {
  countDeliveries,
  getInstallation,
  listDeliveries,
  groupFailedDeliveries,
  listInstallationDeliveries,
  sendDeliveriesAgain,
  updateWebhookEndpoint,
} from "@plugboard/api/routes";
import { updatePageContent } from "@plugboard/content/routes";
import { createIntegration } from "@plugboard/content/integration";
import { describe, expect, it } from "vitest";
import * as z from "zod";
import { setUpServer, pathOf } from "../../src/fixtures/set-up-server.fixture.ts";
import { databaseKinds } from "../../src/fixtures/set-up-storage.fixture.ts";
import { startHttp } from "@plugboard/test-http";
import { waitFor } from "../../src/fixtures/wait-for.fixture.ts";

const deliverySchema = z.looseObject({
  id: z.string(),
  eventId: z.string(),
  eventType: z.string(),
  status: z.string(),
  attempts: z.number(),
  target: z.looseObject({ kind: z.string() }),
});
const listSchema = z.object({ items: z.array(deliverySchema) });

describe.each(databaseKinds)("deliveries over HTTP on %s", (kind) => {
  const { server, call, succeed, publish, install, seeded } = setUpServer(kind);
  let count = 0;

  /** Installs an integration and creates a webhook endpoint with the given response. */
  async function setUp(behavior: { status: number }) {
    count += 1;
    const name = `delivered-${count}`;
    const receiver = await startHttp((_request, response) => {
      response.writeHead(behavior.status).end(`status ${behavior.status}`);
    });
    await publish(name, createIntegration({ events: { space_content_updated: () => {} } }));
    const id = await install(name);
    const path = pathOf(getInstallation, { params: { installationId: id } });
    await succeed("PUT", `${path}/spaces/${seeded().space}`);
    const body = { url: receiver.url, eventTypes: ["space_content_updated"] };
    const endpoint = z
      .looseObject({ id: z.string() })
      .parse(await succeed("POST", `${path}/webhook-endpoints`, { body })).id;
    const { space, page } = seeded();
    await succeed(updatePageContent, {
      params: { spaceId: space, pageId: page },
      body: { markdown: "# Saved\n" },
    });
    const list = async (query = "") =>
      listSchema.parse(await succeed("GET", `${path}/deliveries${query}`)).items;
    const listed = (query: string, status: string) =>
      waitFor(`a delivery to be ${status}`, async () =>
        (await list(query)).find((delivery) => delivery.status === status),
      );
    return { id, name, path, endpoint, receiver, list, listed };
  }

  it("are listed by installation, endpoint, event and status", async () => {
    const { id, name, endpoint, receiver, list, listed } = await setUp({ status: 200 });
    const [webhook, envelope] = [
      await listed(`?endpointId=${endpoint}`, "delivered"),
      await listed(`?endpointId=${id}`, "delivered"),
    ];
    expect(webhook.target).toEqual({ kind: "endpoint", endpointId: endpoint, url: receiver.url });
    expect(envelope.target).toEqual({ kind: "integration", integration: name });
    expect(new Set((await list()).map((delivery) => delivery.id))).toEqual(
      new Set([webhook.id, envelope.id]),
    );
    expect(await list("?status=failed")).toEqual([]);
    expect(await list(`?eventId=${webhook.eventId}`)).toHaveLength(2);
    expect(await list("?endpointId=whe_nobody")).toEqual([]);
    const everywhere = async (endpointId: string) =>
      listSchema.parse(await succeed(listDeliveries, { query: { endpointId } })).items;
    expect((await everywhere(endpoint)).map((delivery) => delivery.id)).toEqual([webhook.id]);
    expect((await everywhere(id)).map((delivery) => delivery.id)).toEqual([envelope.id]);
    await receiver.close();
  });

  it("show their attempts and can be resent", async () => {
    const behavior = { status: 400 };
    const { path, endpoint, receiver, listed } = await setUp(behavior);
    const failed = await listed(`?endpointId=${endpoint}`, "failed");
    expect(failed).toMatchObject({ failure: "rejected", attempts: 1 });
    const attemptsOf = async () =>
      z
        .object({ items: z.array(z.looseObject({ number: z.number() })) })
        .parse(await succeed("GET", `${path}/deliveries/${failed.id}/attempts`)).items;
    expect(await attemptsOf()).toEqual([
      {
        number: 1,
        startedAt: expect.any(String),
        durationMilliseconds: expect.any(Number),
        requestHeaders: expect.objectContaining({
          "content-type": "application/json",
          "webhook-signature": "[redacted]",
        }),
        responseHeaders: expect.objectContaining({ date: expect.any(String) }),
        responseStatus: 400,
        responseExcerpt: "status 400",
      },
    ]);
    behavior.status = 200;
    const again = await succeed("POST", `${path}/deliveries/${failed.id}/send-again`);
    expect(deliverySchema.parse(again).id).toBe(failed.id);
    await listed(`?endpointId=${endpoint}`, "delivered");
    expect((await attemptsOf()).map(({ responseStatus }) => responseStatus)).toEqual([400, 200]);
    await receiver.close();
  });

  it("can be filtered by type, response and time, counted, and resent in bulk", async () => {
    const behavior = { status: 400 };
    const { id, path, endpoint, receiver, list, listed } = await setUp(behavior);
    const failed = await listed(`?endpointId=${endpoint}`, "failed");
    const found = async (query: string) => (await list(`?endpointId=${endpoint}&${query}`)).length;
    const [past, future] = [new Date(Date.now() - 60_000), new Date(Date.now() + 60_000)].map((time) =>
      time.toISOString(),
    );
    expect(await found("eventType=space_content_updated&responseStatus=400")).toBe(1);
    expect(await found("eventType=site_view")).toBe(0);
    expect(await found("responseStatus=500")).toBe(0);
    expect(await found(`createdSince=${past}&createdBefore=${future}`)).toBe(1);
    expect(await found(`createdSince=${future}`)).toBe(0);
    const count = async (query: object = {}) =>
      await succeed(countDeliveries, {
        query: { endpointId: endpoint, since: past, before: future, spans: 1, ...query },
      });
    const since = expect.any(String);
    expect(await count()).toEqual({ spans: [{ since, open: 0, delivered: 0, failed: 1 }] });
    expect(await count({ responseStatus: 500 })).toEqual({
      spans: [{ since, open: 0, delivered: 0, failed: 0 }],
    });
    const causes = await succeed(groupFailedDeliveries, {
      query: { endpointId: endpoint, since: past, before: future },
    });
    expect(causes).toEqual({
      items: [
        {
          installationId: id,
          target: failed.target,
          failure: expect.any(String),
          responseStatus: expect.any(Number),
          count: 1,
          failedAt: expect.any(String),
          status: "open",
        },
      ],
    });
    expect(await succeed(groupFailedDeliveries, { query: { responseStatus: 500 } })).toEqual({ items: [] });
    const wrong = await call(countDeliveries, { query: { since: future ?? "", before: past ?? "" } });
    expect(wrong).toMatchObject({ status: 400, body: { code: "invalid_request" } });

    const { body } = z
      .object({ body: z.string() })
      .parse(await succeed("GET", `${path}/deliveries/${failed.id}/body`));
    expect(JSON.parse(body)).toMatchObject({ type: "space_content_updated", installationId: id });
    behavior.status = 200;
    const deliveryIds = [failed.id, failed.id];
    expect(await succeed(sendDeliveriesAgain, { body: { deliveryIds } })).toEqual({
      resent: 1,
      leftAlone: 0,
    });
    await listed(`?endpointId=${endpoint}`, "delivered");
    const nobodys = await call(sendDeliveriesAgain, { body: { deliveryIds: ["dlv_nobody"] } });
    expect(nobodys).toMatchObject({ status: 404 });
    await receiver.close();
  });

  it("report why they are waiting", async () => {
    const { id, endpoint, receiver, listed } = await setUp({ status: 503 });
    const waiting = (reason: string) =>
      waitFor(reason, async () => {
        const delivery = await listed(`?endpointId=${endpoint}`, "scheduled");
        const { wait } = z
          .looseObject({ wait: z.looseObject({ reason: z.string() }).optional() })
          .parse(delivery);
        return wait?.reason === reason ? wait : undefined;
      });
    expect(await waiting("retry")).toEqual({ reason: "retry", until: expect.any(String) });
    const params = { installationId: id, endpointId: endpoint };
    await succeed(updateWebhookEndpoint, { params, body: { status: "paused" } });
    expect(await waiting("held")).toEqual({ reason: "held", holds: ["endpoint_paused"] });
    await receiver.close();
  });

  it("belong to one installation", async () => {
    const [one, other] = [await setUp({ status: 200 }), await setUp({ status: 200 })];
    const { id } = await one.listed("", "delivered");
    for (const suffix of ["", "/attempts", "/body"]) {
      expect((await call("GET", `${one.path}/deliveries/${id}${suffix}`)).status).toBe(200);
      expect((await call("GET", `${other.path}/deliveries/${id}${suffix}`)).status).toBe(404);
    }
    expect((await call("POST", `${other.path}/deliveries/${id}/send-again`)).status).toBe(404);
    expect((await other.list()).map((delivery) => delivery.id)).not.toContain(id);
    await Promise.all([one.receiver.close(), other.receiver.close()]);
  });

  it("are counted and timed for Prometheus", async () => {
    const text = await (await fetch(`${server().urls.console}/metrics`)).text();
    expect(text).toMatch(
      /^webhook_delivery_attempts_total\{[^}]*webhook_endpoint_kind="webhook"[^}]*\} [1-9]\d*$/m,
    );
    expect(text).toMatch(/^plugboard_event_lag_bucket\{[^}]*le="0\.005"\} \d+$/m);
    const routes = [...text.matchAll(/^http_server_request_duration_count\{.*http_route="([^"]+)"/gm)];
    const labels = { params: { installationId: ":installationId" } };
    expect(routes.map(([, route]) => route)).toContain(
      decodeURIComponent(pathOf(listInstallationDeliveries, labels)),
    );
    expect(text).toMatch(/^process_memory_usage \d+$/m);
    expect(text).toMatch(/^process_cpu_time_total [\d.]+$/m);
    for (const line of text.trimEnd().split("\n"))
      expect(line).toMatch(
        /^(?:# (?:HELP|TYPE|UNIT) \w+ .*|\w+(?:\{.*\})? -?[\d.e+-]+|\w+\{.*le="\+Inf".*\} \d+)$/,
      );
  });
});
