import { readFile } from "node:fs/promises";
import { createTestPlatform } from "@plugboard/testing";
import { describe, expect, it } from "vitest";
import { integration } from "./integration.ts";

const manifest = await readFile(new URL("../service-manifest.yaml", import.meta.url), "utf8");
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
    await platform.configure({ webhook_url, event_types: "page_feedback" });
    await expect(platform.emit("site_view")).rejects.toMatchObject({ code: "not_sent" });
    const { event } = await platform.emit("page_feedback", { feedback: { rating: "bad", comment: "No." } });
    expect(received).toEqual([{ path: "/in", body: event }]);
  });

  it("is changed when a setting is", async () => {
    const { platform, received, writes } = await setUp();
    await platform.configure({ webhook_url });
    await platform.configure({ webhook_url: "https://hooks.example/moved" });
    expect(writes().map(({ method }) => method)).toEqual(["POST", "PATCH"]);
    await platform.emit("site_view");
    expect(received).toMatchObject([{ path: "/moved" }]);
  });

  it("is left alone when the event comes again", async () => {
    const { platform, writes } = await setUp();
    await platform.configure({ webhook_url });
    await platform.install();
    await platform.install();
    expect(writes()).toHaveLength(1);
  });
});

describe("a setting that cannot be used", () => {
  it.each([
    ["no event type that exists", { webhook_url, event_types: "page_views" }, { configured: "page_views" }],
    ["no URL", { webhook_url: "hooks.example" }, { reason: expect.any(String) }],
  ])("changes nothing and is logged: %s", async (_name, configuration, fields) => {
    const { platform } = await setUp();
    const { status, logs } = await platform.configure(configuration);
    expect(status).toBe(200);
    expect(logs).toMatchObject([{ level: "warn", fields }]);
    expect(platform.apiCalls.filter((call) => call.method !== "GET" && call.status === 200)).toEqual([]);
  });

  it("is refused by the manifest when it has the wrong type", async () => {
    const { platform } = await setUp();
    await expect(platform.configure({ webhook_url: 5 })).rejects.toMatchObject({
      code: "invalid_configuration",
    });
  });
});
