import { createWebhookEndpoint, queueTask, sendTestEvent } from "@plugboard/api/routes";
import { atNight } from "@plugboard/test-postgres";
import { describe, expect, it } from "vitest";
import { setUpServer } from "../../src/fixtures/set-up-server.fixture.ts";

const quotas = { tasksPerMinute: 20, taskBytesPerHour: 5000, testEventsPerMinute: 20 };

describe.each(["SQLite", ...atNight("PostgreSQL")] as const)("quotas of integrations on %s", (kind) => {
  const { call, publish, install, errors } = setUpServer(kind, quotas);
  const installed = async (name: string) => {
    await publish(name, undefined, "scopes: [space:content:read]");
    return await install(name);
  };

  it("limit tasks, even if queued concurrently", async () => {
    const installationId = await installed("queues");
    const queue = () => call(queueTask, { body: { installationId, task: { type: "t" } } });
    const first = await queue();
    expect(first.headers.get("ratelimit-policy")).toBe(
      '"tasks";q=20;w=60, "task-bytes";q=5000;w=3600;qu="content-bytes"',
    );
    expect(first.headers.get("ratelimit")).toMatch(/^"tasks";r=19;t=3, "task-bytes";r=49\d\d;t=\d+$/);
    const responses = await Promise.all(Array.from({ length: 40 }, queue));
    const accepted = responses.filter(({ status }) => status === 201);
    // One is refilled every three seconds.
    expect(accepted.length).toBeGreaterThanOrEqual(19);
    expect(accepted.length).toBeLessThan(25);
    const refused = responses.find(({ status }) => status !== 201);
    expect(refused).toMatchObject({
      status: 429,
      body: { code: "rate_limited", title: "Too Many Requests" },
    });
    expect(refused?.headers.get("ratelimit")).toMatch(/^"tasks";r=0;t=(?:5\d|60)$/);
    expect(Number(refused?.headers.get("retry-after"))).toBeGreaterThan(0);
  });

  it("limit the bytes of tasks", async () => {
    const installationId = await installed("bytes");
    const queue = (size: number) =>
      call(queueTask, { body: { installationId, task: { type: "t", payload: "x".repeat(size) } } });
    expect((await queue(4000)).status).toBe(201);
    expect(await queue(4000)).toMatchObject({
      status: 429,
      body: { detail: expect.stringContaining("bytes in tasks of bytes") },
    });
    expect((await queue(100)).status).toBe(201);
  });

  it("limit test events", async () => {
    const installationId = await installed("tests");
    const endpoint = await call(createWebhookEndpoint, {
      params: { installationId },
      body: { url: "http://127.0.0.1:1/", eventTypes: ["site_view"] },
    });
    const { id: endpointId } = endpoint.body as { id: string }; // checked by the calls that follow
    const responses = await Promise.all(
      Array.from({ length: 40 }, () =>
        call(sendTestEvent, { params: { installationId, endpointId }, body: {} }),
      ),
    );
    const accepted = responses.filter(({ status }) => status === 202);
    expect(accepted.length).toBeGreaterThanOrEqual(20);
    expect(accepted.length).toBeLessThan(25);
    expect(responses.filter(({ status }) => status === 429).length).toBe(40 - accepted.length);
    expect(errors).toEqual([]);
  });
});
