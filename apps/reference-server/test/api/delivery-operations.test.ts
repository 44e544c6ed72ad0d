import {
  getInstallation,
  listDeliveries,
  listInstallationDeliveries,
  updatePageContent,
} from "@plugboard/api/routes";
import { createIntegration } from "@plugboard/runtime";
import { describe, expect, it } from "vitest";
import * as z from "zod";
import { setUpServer, pathOf } from "../../src/fixtures/set-up-server.fixture.ts";
import { databaseKinds } from "../../src/fixtures/set-up-storage.fixture.ts";
import { startHttp } from "../../src/fixtures/start-http.fixture.ts";
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

  /** An integration that is installed, and a webhook endpoint that responds as asked. */
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

  it("are listed for the installation and over all, by endpoint, event and status", async () => {
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

  it("show their attempts, and are sent again", async () => {
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

  it("belong to their installation alone", async () => {
    const [one, other] = [await setUp({ status: 200 }), await setUp({ status: 200 })];
    const { id } = await one.listed("", "delivered");
    for (const suffix of ["", "/attempts"]) {
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
