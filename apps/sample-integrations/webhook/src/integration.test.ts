import { readFile } from "node:fs/promises";
import { getInstallation, listWebhookEndpoints, updateWebhookEndpoint } from "@plugboard/api/routes";
import { createTestPlatform } from "@plugboard/testing";
import { describe, expect, it } from "vitest";
import { integration } from "./integration.ts";

const manifest = await readFile(new URL("../service-manifest.yaml", import.meta.url), "utf8");
const onlyFeedback = { space_content_updated: false, site_view: false };
const webhook_url = "https://hooks.example/in";

async function setUp() {
  const received: unknown[] = [];
  const platform = await createTestPlatform(integration, {
    manifest,
    services: {
      "https://hooks.example": async (request) => {
        received.push({ path: new URL(request.url).pathname, body: await request.json() });
        return new Response(null, { status: 204 });
      },
    },
  });
  const writes = () => platform.apiCalls.filter(({ method }) => method !== "GET");
  return { platform, received, writes };
}

describe("the endpoint", () => {
  it("is registered once the settings are complete", async () => {
    const { platform, writes } = await setUp();
    expect((await platform.installation()).status).toBe("pending");
    await platform.install();
    expect(writes()).toEqual([]);

    const { status, logs } = await platform.configure({ webhook_url });
    expect({ status, logs }).toEqual({ status: 200, logs: [] });
    expect(writes()).toMatchObject([
      {
        operation: "createWebhookEndpoint",
        params: { installationId: platform.ids.installation },
        body: { url: webhook_url, eventTypes: ["space_content_updated", "site_view", "page_feedback"] },
      },
    ]);
  });

  it("receives the configured events", async () => {
    const { platform, received } = await setUp();
    await platform.configure({ webhook_url, ...onlyFeedback });
    await expect(platform.emit("site_view")).rejects.toMatchObject({ code: "not_sent" });
    const { event } = await platform.emit("page_feedback", { feedback: { rating: "bad", comment: "No." } });
    expect(received).toEqual([{ path: "/in", body: event }]);
  });

  it("is updated with the settings", async () => {
    const { platform, received, writes } = await setUp();
    await platform.configure({ webhook_url });
    await platform.configure({ webhook_url: "https://hooks.example/moved" });
    expect(writes().map(({ method }) => method)).toEqual(["POST", "PATCH"]);
    await platform.emit("site_view");
    expect(received).toMatchObject([{ path: "/moved" }]);
  });

  it("keeps event types that were added elsewhere", async () => {
    const { platform } = await setUp();
    await platform.configure({ webhook_url });
    const { installation: installationId } = platform.ids;
    const list = async () =>
      (await platform.api.call(listWebhookEndpoints, { params: { installationId } })).items;
    const [endpoint] = await list();
    const params = { installationId, endpointId: endpoint?.id ?? "" };
    await platform.api.call(updateWebhookEndpoint, {
      params,
      body: { eventTypes: ["site_view", "invoice.*"] },
    });
    await platform.configure({ webhook_url, ...onlyFeedback });
    expect((await list()).map(({ eventTypes }) => eventTypes)).toEqual([["page_feedback", "invoice.*"]]);
  });

  it("is unchanged on redelivery", async () => {
    const { platform, writes } = await setUp();
    await platform.configure({ webhook_url });
    await platform.install();
    await platform.install();
    expect(writes()).toHaveLength(1);
  });
});

describe("an invalid setting", () => {
  it.each([
    ["no event type", { webhook_url, ...onlyFeedback, page_feedback: false }, {}, "space_content_updated"],
    ["no URL", { webhook_url: "hooks.example" }, { reason: expect.any(String) }, "webhook_url"],
  ])("changes nothing, and is logged and reported: %s", async (_name, configuration, fields, path) => {
    const { platform } = await setUp();
    const { status, logs } = await platform.configure(configuration);
    expect(status).toBe(200);
    expect(logs).toMatchObject([{ level: "warn", fields }]);
    const params = { installationId: platform.ids.installation };
    const read = async () => (await platform.api.call(getInstallation, { params })).problems;
    expect(await read()).toEqual([{ path, message: expect.any(String) }]);
    await platform.configure({ webhook_url, ...onlyFeedback, page_feedback: true });
    expect(await read()).toBeUndefined();
    await platform.configure(configuration);
    expect(platform.apiCalls.filter((call) => call.method !== "GET" && call.status === 200)).toEqual([]);
  });

  it("is rejected by the manifest if it has the wrong type", async () => {
    const { platform } = await setUp();
    await expect(platform.configure({ webhook_url: 5 })).rejects.toMatchObject({
      code: "invalid_configuration",
    });
  });
});
