import type { ProductInstallation } from "@plugboard/api";
import { getInstallation, getIntegration, queueTask } from "@plugboard/api/routes";
import { describe, expect, it } from "vitest";
import type { LogLine } from "./log.ts";
import { call } from "../../test/fixtures/call.fixture.ts";
import { contentUpdated, task } from "../../test/fixtures/example-events.fixture.ts";
import { exampleEnvironment } from "../../test/fixtures/example-environment.fixture.ts";
import { eventRequest, signedRequest } from "../../test/fixtures/signed-request.fixture.ts";
import { encodeEnvelope } from "../envelope.ts";

describe("the context", () => {
  it("calls the platform as the installation and as the integration, and queues tasks", async () => {
    const requests: unknown[] = [];
    const apiFetch: typeof fetch = async (input, init) => {
      const request = new Request(input, init);
      const { method, url, headers } = request;
      requests.push([
        method,
        url,
        headers.get("authorization"),
        method === "POST" ? await request.json() : undefined,
      ]);
      return Response.json({ id: "x" });
    };
    await call(
      {
        task: async (_event, { api, integration }) => {
          await api.call(getInstallation, { params: { installationId: "ins_1" } });
          await integration.api.call(getIntegration, {
            params: { integration: "example" },
          });
          await integration.queueTask({ type: "sync", payload: { page: 3 }, delaySeconds: 60 });
        },
      },
      eventRequest(task),
      { apiFetch },
    );
    expect(requests).toEqual([
      [
        "GET",
        `https://platform.example/v1${getInstallation.path.replace("{installationId}", "ins_1")}`,
        "Bearer installation-token",
        undefined,
      ],
      [
        "GET",
        `https://platform.example/v1${getIntegration.path.replace("{integration}", "example")}`,
        "Bearer integration-token",
        undefined,
      ],
      [
        "POST",
        `https://platform.example/v1${queueTask.path}`,
        "Bearer integration-token",
        { task: { type: "sync", payload: { page: 3 } }, installationId: "ins_1", delaySeconds: 60 },
      ],
    ]);
  });

  it("queues tasks for the resource of the event unless the integration names one", async () => {
    const bodies: unknown[] = [];
    const apiFetch: typeof fetch = async (input, init) => {
      bodies.push(await new Request(input, init).json());
      return Response.json({ id: "x" });
    };
    const spaceInstallation: ProductInstallation<"space"> = {
      installation: "ins_1",
      space: "spc_1",
      status: "active",
      configuration: {},
      externalIds: [],
      urls: { publicEndpoint: "https://sites.example/integrations/ins_1" },
    };
    const environment = { ...exampleEnvironment, spaceInstallation };
    const { contentType, body } = encodeEnvelope({ event: task, environment });
    const queued = { type: "sync", payload: {} };
    await call(
      {
        task: async (_event, { integration }) => {
          await integration.queueTask(queued);
          // JavaScript can pass undefined.
          await integration.queueTask({ ...queued, ...Object({ spaceId: undefined }) });
          await integration.queueTask({ ...queued, siteId: "sit_1" });
        },
      },
      signedRequest(contentType, body),
      { apiFetch },
    );
    const common = { task: queued, installationId: "ins_1" };
    expect(bodies).toEqual([
      { ...common, spaceId: "spc_1" },
      { ...common, spaceId: "spc_1" },
      { ...common, siteId: "sit_1" },
    ]);
  });

  const traceparent = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";

  it.each([
    [traceparent, traceparent],
    [undefined, undefined],
    ["garbage", undefined],
    [`${traceparent}-more`, undefined],
    [traceparent.toUpperCase(), undefined],
    [`ff${traceparent.slice(2)}`, undefined],
    [traceparent.replace(/4bf\w+/, "0".repeat(32)), undefined],
    [traceparent.replace(/00f0\w+/, "0".repeat(16)), undefined],
  ])("reads the trace %j as %j and sends it to the platform", async (sent, taken) => {
    const seen: unknown[] = [];
    const request = await eventRequest(contentUpdated);
    if (sent !== undefined) request.headers.set("traceparent", sent);
    await call(
      {
        events: {
          space_content_updated: async (_event, context) => {
            seen.push(context.traceparent);
            await context.api.call(getInstallation, { params: { installationId: "ins_1" } });
          },
        },
      },
      Promise.resolve(request),
      {
        apiFetch: async (input, init) => {
          seen.push(new Request(input, init).headers.get("traceparent") ?? undefined);
          return Response.json({ id: "spc_1" });
        },
      },
    );
    expect(seen).toEqual([taken, taken]);
  });

  it("passes work to the host and logs its failure", async () => {
    const lines: LogLine[] = [];
    const works: Promise<unknown>[] = [];
    const error = new Error("too late");
    await call(
      { events: { space_content_updated: (_event, { waitUntil }) => waitUntil(Promise.reject(error)) } },
      eventRequest(contentUpdated),
      { waitUntil: (work) => works.push(work), log: (line) => lines.push(line) },
    );
    await Promise.all(works);
    expect([works.length, lines.map(({ fields }) => fields)]).toEqual([1, [{ error }]]);
  });

  it("logs with the event and the host's clock", async () => {
    const lines: LogLine[] = [];
    const now = Date.now();
    await call(
      { events: { space_content_updated: (_event, { log }) => log.info("seen", { pages: 2 }) } },
      eventRequest(contentUpdated),
      { log: (line) => lines.push(line), now: () => now },
    );
    const event = { eventId: "evt_1", type: "space_content_updated", installationId: "ins_1" };
    expect(lines).toEqual([{ level: "info", message: "seen", time: now, event, fields: { pages: 2 } }]);
  });
});
