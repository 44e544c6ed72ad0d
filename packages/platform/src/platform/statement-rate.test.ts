import { setTimeout as delay } from "node:timers/promises";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { content } from "../../../content/src/index.ts";
import { createVisitRecorder } from "../../../content/src/spaces/visits.ts";
import { createWebhookEndpoint } from "../endpoints/webhook-endpoints.ts";
import { countStatements } from "../fixtures/count-statements.fixture.ts";
import { setUpPlatform, testUrls } from "../fixtures/set-up-platform.fixture.ts";
import { installIntegration, installIntoResource } from "../installations/install-integration.ts";
import type { Platform } from "../operations/platform.ts";
import { createPlatform } from "./create-platform.ts";

const delivered = { status: 200, requestHeaders: {}, timings: { total: 1 } };

// A change that adds a statement must raise a number here.
describe.each([
  // The event, its recipients and endpoints; accepted by the engine (5), marked (5) and recorded (6).
  { kind: "SQLite", perEvent: 19, perMinute: 50 },
  // The event, its recipients with their endpoints, accepted, marked and recorded: one statement each.
  { kind: "PostgreSQL", perEvent: 5, perMinute: 48 },
] as const)("statements on $kind", ({ kind, perEvent, perMinute }) => {
  const setUp = setUpPlatform(kind);

  async function openPlatform(onRecorded: () => void = () => {}): Promise<Platform> {
    const { db, deliveries, secretBox, compact, storedProduct } = setUp.storage();
    const platform = await createPlatform({
      database: db,
      storedProduct,
      compact,
      secretBox,
      deliveryStore: {
        ...deliveries,
        async recordAttempts(request) {
          const result = await deliveries.recordAttempts(request);
          onRecorded();
          return result;
        },
      },
      product: content,
      runner: setUp.context().runner,
      urls: testUrls,
      webhooks: {
        send: () => Promise.resolve({ ...delivered, startedAt: Date.now() }),
        checkEndpoint: () => {},
        destinations: [],
        challenge: () => Promise.resolve({ isVerified: true, result: { ...delivered, startedAt: 0 } }),
      },
    });
    onTestFinished(() => platform.stop());
    return platform;
  }

  it(`are ${perEvent} from a visitor's rating to its recorded webhook`, async () => {
    let recorded = Promise.withResolvers<void>();
    const platform = await openPlatform(() => recorded.resolve());
    const { organizationId, siteId, spaceId, pageId } = await setUp.createContent();
    const { name } = await setUp.publish(organizationId, "scopes: [site:views:read]");
    const { id } = await installIntegration(platform, name, organizationId);
    await installIntoResource(platform, id, "site", siteId);
    await createWebhookEndpoint(platform, id, {
      url: "https://hooks.example.com/in",
      eventTypes: ["page_feedback"],
    });
    while ((await platform.runDue()) > 0);
    platform.start();
    const recorder = createVisitRecorder(platform);
    const visitor = { anonymousId: "a", userAgent: "", ip: "192.0.2.1", cookies: {} };
    const visit = { siteId, spaceId, pageId, visitor, url: "https://example.com", referrer: "" };
    const { current } = countStatements(kind);
    const counts: number[] = [];
    for (let event = 0; event < 9; event += 1) {
      const before = current();
      recorded = Promise.withResolvers();
      await recorder.recordFeedback(visit, { rating: "good", comment: "" });
      await recorded.promise;
      // Waits until the fan-out loop is idle.
      await delay(20);
      counts.push(current() - before);
    }
    // The median ignores polls, and the first event, which reads the integration's version.
    expect(counts.toSorted((one, other) => one - other)[4]).toBe(perEvent);
  });

  it(`are at most ${perMinute} a minute while the platform is idle`, async () => {
    vi.useFakeTimers({
      toFake: ["setTimeout", "clearTimeout", "setInterval", "clearInterval", "performance", "Date"],
    });
    onTestFinished(() => void vi.useRealTimers());
    const platform = await openPlatform();
    const { current, settled } = countStatements(kind);
    const pass = async (seconds: number): Promise<void> => {
      for (let step = 0; step < 2 * seconds; step += 1) {
        await vi.advanceTimersByTimeAsync(500);
        await settled();
      }
    };
    platform.start();
    await pass(30);
    const before = current();
    await pass(240);
    const counted = (current() - before) / 4;
    const stopped = platform.stop();
    await pass(5);
    await stopped;
    expect(counted).toBeLessThanOrEqual(perMinute);
  });
});
