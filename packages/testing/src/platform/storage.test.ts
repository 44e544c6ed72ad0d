import { ApiError } from "@plugboard/api/client";
import { createIntegration } from "@plugboard/content/integration";
import { type IntegrationContext, resourceStorageOf, storageOf } from "@plugboard/runtime";
import { expect, it } from "vitest";
import { createTestPlatform } from "./create-test-platform.ts";

const manifest = `
name: keeper
title: Keeper
description: Keeps values
organization: acme
visibility: private
scopes: [space:content:read, site:views:read]
`;

/** Runs code in a handler of an event in the space. */
async function inHandler(
  work: (context: IntegrationContext) => Promise<void>,
  type: "space_content_updated" | "site_view" = "space_content_updated",
) {
  const handle = async (_event: unknown, context: IntegrationContext) => await work(context);
  const tasks: unknown[] = [];
  const integration = createIntegration({
    events: { space_content_updated: handle, site_view: handle },
    task: ({ spaceId, siteId }, context) => {
      const { environment } = context;
      const { spaceInstallation, siteInstallation } = environment;
      const installedIn = spaceInstallation?.space ?? siteInstallation?.site;
      tasks.push({ spaceId, siteId, installedIn, hasStorage: resourceStorageOf(context) !== undefined });
    },
  });
  const platform = await createTestPlatform(integration, { manifest });
  await platform.emit(type);
  await platform.runQueued();
  return { platform, tasks };
}

it("stores values for the installation and for its space installation", async () => {
  const seen: unknown[] = [];
  await inHandler(async (context) => {
    const [storage, resourceStorage] = [storageOf(context), resourceStorageOf(context)];
    seen.push(await storage.get("report"));
    await storage.set("report", { pages: 12 });
    await resourceStorage?.set("report", "of the space", { ttlSeconds: 60 });
    seen.push((await storage.get<{ pages: number }>("report"))?.value.pages);
    const inSpace = await resourceStorage?.get("report");
    seen.push(inSpace?.value, inSpace?.expiresAt instanceof Date);
    await storage.delete("report");
    seen.push(await storage.get("report"));
  });
  expect(seen).toEqual([undefined, 12, "of the space", true, undefined]);
});

it("replaces values only in the version that was read", async () => {
  await inHandler(async (context) => {
    const storage = storageOf(context);
    const version = await storage.set("lock", 1, { ifVersion: null });
    await expect(storage.set("lock", 2, { ifVersion: null })).rejects.toThrow(ApiError);
    await storage.set("lock", 3, { ifVersion: version });
    const late = storage.set("lock", 4, { ifVersion: version });
    await expect(late).rejects.toMatchObject({ code: "precondition_failed" });
    await expect(storage.delete("lock", { ifVersion: version })).rejects.toThrow(ApiError);
  });
});

it("lists by prefix over pages, and increments", async () => {
  await inHandler(async (context) => {
    const storage = storageOf(context);
    for (let count = 0; count < 105; count += 1) await storage.set(`user:${count}`, count);
    await storage.set("other", 1);
    const keys: string[] = [];
    for await (const { key } of storage.list({ prefix: "user:" })) keys.push(key);
    expect(keys).toHaveLength(105);
    expect(keys).toEqual(keys.toSorted());
    expect(await Promise.all([storage.increment("n"), storage.increment("n", 5)])).toHaveLength(2);
    expect(await storage.increment("n", 0)).toBe(6);
  });
});

it.each([
  ["space_content_updated", { spaceId: "space_1", installedIn: "space_1" }],
  ["site_view", { siteId: "site_1", installedIn: "site_1" }],
] as const)("passes a task queued by %s the installation it was queued for", async (type, queuedFor) => {
  const { tasks } = await inHandler(async ({ integration }) => {
    await integration.queueTask({ type: "follow-up" });
  }, type);
  expect(tasks).toEqual([{ spaceId: undefined, siteId: undefined, ...queuedFor, hasStorage: true }]);
});
