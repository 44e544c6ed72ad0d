import { randomBytes } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { createIntegration, type Integration } from "@plugboard/runtime";
import { describe, expect, it, onTestFinished } from "vitest";
import { seedPlatform } from "../content/seed.ts";
import { listSpaces } from "../content/content.ts";
import { listPages, savePage } from "../content/content.ts";
import { openSqliteStorage } from "../database/open-sqlite-storage.ts";
import { createSecretBox } from "../database/secret-box.ts";
import { sign } from "@plugboard/webhook-signer";
import type { IntegrationRunner, RunnerExchange, RunnerTarget } from "../dispatch/integration-runner.ts";
import { testManifest, testUrls } from "../fixtures/set-up-platform.fixture.ts";
import { installIntegration, installIntoResource } from "../installations/install-integration.ts";
import { publishIntegration } from "../publishing/publish-integration.ts";
import { createPlatform, type Platform } from "./create-platform.ts";

const signingSecret = "a-secret-of-the-tests";

/** Calls an integration in this process, at the time of a test. */
function createInProcessRunner(integration: Integration, now: () => number): IntegrationRunner {
  const call = async (
    { signingSecrets }: RunnerTarget,
    { headers, body }: { readonly headers?: Record<string, string>; readonly body?: Uint8Array },
  ): Promise<RunnerExchange> => {
    const timestamp = Math.floor(now() / 1000);
    const signature = await sign({ secret: signingSecrets, body: body ?? "", timestamp });
    const request = new Request("http://integration/v1", {
      method: body === undefined ? "GET" : "POST",
      headers: { ...headers, "x-service-signature": signature },
      body: body === undefined ? null : Buffer.from(body),
    });
    const env = { PLUGBOARD_SIGNING_SECRET: signingSecret };
    const response = await integration.fetch(request, env, { now });
    const result = {
      startedAt: now(),
      status: response.status,
      requestHeaders: {},
      timings: { total: 0 },
    };
    const { status, headers: received } = response;
    return { result, response: { status, headers: received, body: await response.bytes() } };
  };
  return {
    dispatch: (target, { contentType, body }) =>
      call(target, { headers: { "content-type": contentType }, body }),
    describe: (target) => call(target, {}),
    close: async () => {},
  };
}

async function setUp(integration: Integration) {
  const clock = { now: Date.UTC(2026, 0, 1) };
  const now = () => clock.now;
  const secretBox = createSecretBox(randomBytes(32));
  const storage = await openSqliteStorage({ folder: ":memory:", secretBox, now });
  const runner = createInProcessRunner(integration, now);
  const platform = await createPlatform({ ...storage, secretBox, runner, urls: testUrls, now });
  onTestFinished(async () => {
    await platform.stop();
    await storage.close();
  });
  await seedPlatform(platform);
  return { clock, platform };
}

async function runUntilIdle(platform: Platform): Promise<void> {
  while ((await platform.runDue()) > 0);
}

async function install(platform: Platform): Promise<string> {
  const [space] = await listSpaces(platform);
  await publishIntegration(platform, {
    name: "watcher",
    manifest: testManifest("watcher", "acme"),
    url: "http://integration",
    secrets: {},
    signingSecret,
  });
  const { id } = await installIntegration(platform, "watcher", space?.organizationId ?? "");
  await installIntoResource(platform, id, "space", space?.id ?? "");
  return space?.id ?? "";
}

describe("createPlatform", () => {
  const seen: string[] = [];
  let failing = false;
  const integration = createIntegration({
    events: {
      space_content_updated: (event) => {
        seen.push(event.revisionId);
        if (failing) throw new Error("not now");
      },
    },
  });

  it("does what is due when it is asked to, in a time that is moved by hand", async () => {
    const { clock, platform } = await setUp(integration);
    const spaceId = await install(platform);
    const [page] = await listPages(platform, spaceId);
    failing = true;
    await savePage(platform, spaceId, page?.id ?? "", { markdown: "# Changed" });
    await runUntilIdle(platform);
    expect(seen).toHaveLength(1);
    failing = false;
    await runUntilIdle(platform);
    expect(seen).toHaveLength(1);
    clock.now += 10 * 60_000;
    await runUntilIdle(platform);
    expect(seen).toEqual([seen[0], seen[0]]);
    const [delivery] = (await platform.deliveries.listDeliveries()).items;
    expect(delivery).toMatchObject({ state: "delivered", attempts: 2 });
  });

  it("works by itself once it is started", async () => {
    const { platform } = await setUp(integration);
    const spaceId = await install(platform);
    const [page] = await listPages(platform, spaceId);
    platform.start();
    const before = seen.length;
    await savePage(platform, spaceId, page?.id ?? "", { markdown: "# Changed" });
    await expect.poll(() => seen.length).toBe(before + 1);
    await platform.stop();
    await savePage(platform, spaceId, page?.id ?? "", { markdown: "# Changed again" });
    await delay(50);
    expect(seen).toHaveLength(before + 1);
  });
});
