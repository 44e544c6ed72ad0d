import type { ScopedDatabase } from "../database/storage.ts";
import { describe, expect, it } from "vitest";
import { setUpPlatform } from "../fixtures/set-up-platform.fixture.ts";
import { databaseKinds } from "../fixtures/set-up-storage.fixture.ts";
import { installIntegration } from "../installations/install-integration.ts";
import { liveSecrets, rotateEndpointSecret } from "./endpoint-secrets.ts";
import { verifyEndpoint } from "./verify-endpoint.ts";
import { listEndpoints } from "./list-endpoints.ts";
import {
  createWebhookEndpoint,
  getWebhookEndpoint,
  ownStatusOf,
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

  it("are rotated once by concurrent callers, and no issued secret is lost", async () => {
    const { endpoint, rotate, read } = await setUp();
    const results = await Promise.allSettled([rotate(), rotate(), rotate()]);
    const issued = results.flatMap((result) => (result.status === "fulfilled" ? [result.value] : []));
    const refused = results.flatMap((result) => (result.status === "rejected" ? [result.reason] : []));
    const expiresAt = now + 24 * 3600_000;
    expect(issued.map(({ secrets }) => secrets)).toEqual([(await read()).secrets]);
    expect(liveSecrets(await read(), now)).toEqual([
      { secret: issued[0]?.secrets[0], createdAt: now },
      { secret: endpoint.secrets[0], createdAt: now, expiresAt },
    ]);
    expect(refused).toEqual([
      expect.objectContaining({ code: "conflict" }),
      expect.objectContaining({ code: "conflict" }),
    ]);
  });

  it("keep their expiry when the endpoint is changed concurrently", async () => {
    const { rotate, switchOff, read } = await setUp();
    const [rotated] = await Promise.all([rotate(), switchOff()]);
    const after = await read();
    expect(ownStatusOf(after)).toBe("disabled");
    expect(liveSecrets(after, now)).toEqual(liveSecrets(rotated, now));
  });
});

describe.each(databaseKinds)("a new webhook endpoint on %s", (kind) => {
  const platform = setUpPlatform(kind);

  it.each(["paused", "disabled"] as const)("can be created %s, and enabled later", async (status) => {
    const context = platform.context();
    const creation = { url: "https://hooks.example.com/in", eventTypes: ["page_feedback"], status };
    const endpoint = await createWebhookEndpoint(context, "ins_2", creation);
    expect(ownStatusOf(endpoint)).toBe(status);
    await updateWebhookEndpoint(context, endpoint, { status: "enabled" });
    expect((await getWebhookEndpoint(context, "ins_2", endpoint.id)).holds).toEqual([]);
  });
});

describe.each(databaseKinds)("the webhook endpoints of an installation on %s", (kind) => {
  const platform = setUpPlatform(kind);

  it("are limited to 100, even if two processes create them concurrently", async () => {
    const { organizationId } = await platform.createContent();
    const { name } = await platform.publish(organizationId);
    const { id } = await installIntegration(platform.context(), name, organizationId);
    const context = platform.context();
    // A second Kysely instance simulates another process: it shares only the connections. The test needs no
    // organization scope, so its type isn't kept.
    const processes = [context, { ...context, db: context.db.withoutPlugins() as ScopedDatabase }];
    const results = await Promise.allSettled(
      Array.from({ length: 130 }, (_, index) =>
        createWebhookEndpoint(processes[index % 2] ?? context, id, {
          url: `https://hooks.example.com/${index}`,
          eventTypes: ["site_view"],
        }),
      ),
    );
    const refused = results.flatMap((result) => (result.status === "rejected" ? [result.reason] : []));
    expect(refused).toHaveLength(30);
    for (const reason of refused) expect(reason).toMatchObject({ code: "conflict" });
    expect(await listEndpoints(context, id, "webhook")).toHaveLength(100);
  }, 30_000);
});

describe("a challenge", () => {
  const platform = setUpPlatform("SQLite");

  it("never ends the hold of an endpoint whose URL changed before the response", async () => {
    const context = platform.context();
    const endpoint = await createWebhookEndpoint(context, "ins_1", {
      url: "https://hooks.example.com/in",
      eventTypes: ["site_view"],
      requiresVerification: true,
    });
    const holdsLeft: (readonly string[] | undefined)[] = [];
    const deliveries: typeof context.deliveries = {
      ...context.deliveries,
      clearHold: async (target, reason) => {
        await context.deliveries.clearHold(target, reason);
        holdsLeft.push((await context.deliveries.getEndpoint(endpoint.id))?.holds);
      },
    };
    const challenge = async () => {
      await updateWebhookEndpoint(context, endpoint, { url: "https://hooks.example.com/moved" });
      return { isVerified: true, result: { startedAt: now, requestHeaders: {}, timings: { total: 0 } } };
    };
    await expect(verifyEndpoint({ ...context, deliveries }, { challenge }, endpoint)).rejects.toMatchObject({
      code: "conflict",
    });
    expect(holdsLeft).toEqual([]);
    expect((await context.deliveries.getEndpoint(endpoint.id))?.holds).toEqual(["unverified"]);
  });
});
