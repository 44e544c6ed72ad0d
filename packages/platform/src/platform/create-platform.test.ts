import { setTimeout as delay } from "node:timers/promises";
import { createIntegration } from "../../../content/src/integration.ts";
import { describe, expect, it } from "vitest";
import { listSpaces } from "../../../content/src/spaces/content.ts";
import { listPages, savePage } from "../../../content/src/spaces/pages.ts";
import { type MemoryPlatform, openMemoryPlatform } from "../fixtures/open-memory-platform.fixture.ts";
import { installIntegration, installIntoResource } from "../installations/install-integration.ts";
import type { Platform } from "../operations/platform.ts";

async function runUntilIdle(platform: Platform): Promise<void> {
  while ((await platform.runDue()) > 0);
}

async function install({ platform, publish }: MemoryPlatform): Promise<string> {
  const [space] = await listSpaces(platform);
  await publish("watcher");
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

  it("runs due work on request, with a manual clock", async () => {
    const memory = await openMemoryPlatform(integration);
    const { clock, platform } = memory;
    const spaceId = await install(memory);
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

  it("runs in the background once started", async () => {
    const memory = await openMemoryPlatform(integration);
    const { platform } = memory;
    const spaceId = await install(memory);
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
