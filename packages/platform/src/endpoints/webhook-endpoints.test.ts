import { describe, expect, it } from "vitest";
import { setUpPlatform } from "../fixtures/set-up-platform.fixture.ts";
import { databaseKinds } from "../fixtures/set-up-storage.fixture.ts";
import {
  createWebhookEndpoint,
  getWebhookEndpoint,
  liveSecrets,
  ownStatusOf,
  rotateEndpointSecret,
  updateWebhookEndpoint,
} from "./webhook-endpoints.ts";

const now = Date.UTC(2026, 0, 1);

describe.each(databaseKinds)("the secrets of a webhook endpoint on %s", (kind) => {
  const platform = setUpPlatform(kind);

  async function setUp() {
    const context = platform.context();
    platform.clock.now = now;
    const creation = { url: "https://hooks.example.com/in", eventTypes: ["site_view"] } as const;
    const endpoint = await createWebhookEndpoint(context, "ins_1", creation);
    return {
      endpoint,
      rotate: () => rotateEndpointSecret(context, endpoint),
      switchOff: () => updateWebhookEndpoint(context, endpoint, { status: "disabled" }),
      read: () => getWebhookEndpoint(context, "ins_1", endpoint.id),
    };
  }

  it("are rotated once by two who try at the same time, and none that was given out is lost", async () => {
    const { endpoint, rotate, read } = await setUp();
    const results = await Promise.allSettled([rotate(), rotate(), rotate()]);
    const given = results.flatMap((result) => (result.status === "fulfilled" ? [result.value] : []));
    const refused = results.flatMap((result) => (result.status === "rejected" ? [result.reason] : []));
    const expiresAt = now + 24 * 3600_000;
    expect(given.map(({ secrets }) => secrets)).toEqual([(await read()).secrets]);
    expect(liveSecrets(await read(), now)).toEqual([
      { secret: given[0]?.secrets[0], createdAt: now },
      { secret: endpoint.secrets[0], createdAt: now, expiresAt },
    ]);
    expect(refused).toEqual([
      expect.objectContaining({ code: "conflict" }),
      expect.objectContaining({ code: "conflict" }),
    ]);
  });

  it("keep their times when the endpoint is changed at the same time", async () => {
    const { rotate, switchOff, read } = await setUp();
    const [rotated] = await Promise.all([rotate(), switchOff()]);
    const after = await read();
    expect(ownStatusOf(after)).toBe("disabled");
    expect(liveSecrets(after, now)).toEqual(liveSecrets(rotated, now));
  });
});
