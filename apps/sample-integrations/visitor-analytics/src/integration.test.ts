import { readFile } from "node:fs/promises";
import { createTestPlatform } from "@plugboard/testing";
import { expect, it } from "vitest";
import { integration } from "./integration.ts";

const manifest = await readFile(new URL("../service-manifest.yaml", import.meta.url), "utf8");
const configuration = { endpoint: "https://analytics.example/batches", batch_seconds: 0 };

async function setUp(...statuses: readonly number[]) {
  const batches: { key: string | null; body: unknown }[] = [];
  const left = [...statuses];
  const platform = await createTestPlatform(integration, {
    manifest,
    installation: { configuration },
    secrets: { ANALYTICS_KEY: "key_1" },
    services: {
      "https://analytics.example": async (request) => {
        expect(request.headers.get("authorization")).toBe("Bearer key_1");
        batches.push({ key: request.headers.get("idempotency-key"), body: await request.json() });
        return new Response(null, { status: left.shift() ?? 204 });
      },
    },
  });
  return { platform, batches };
}

it("sends views and ratings without personal data", async () => {
  const { platform, batches } = await setUp();
  await platform.emit("site_view", { url: "https://docs.example/install?email=a%40b.example#top" });
  await platform.emit("page_feedback", {
    url: "https://docs.example/install",
    feedback: { rating: "bad", comment: "I am Ada" },
  });
  await platform.runQueued();
  const measurements = batches.flatMap(({ body }) => Object(body).measurements);
  expect(measurements).toEqual([
    { id: expect.any(String), kind: "view", url: "https://docs.example/install" },
    { id: expect.any(String), kind: "rating", url: "https://docs.example/install", rating: "bad" },
  ]);
});

it("retries a batch with the same key while the service is down", async () => {
  const { platform, batches } = await setUp(503);
  await platform.emit("site_view");
  await platform.runQueued({ allowFailure: true });
  expect(batches).toHaveLength(2);
  expect(batches[1]).toEqual(batches[0]);
});
