import { describe, expect, it } from "vitest";
import { setUpPlatform } from "../fixtures/set-up-platform.fixture.ts";
import { databaseKinds } from "../fixtures/set-up-storage.fixture.ts";
import { installIntegration } from "../installations/install-integration.ts";
import { emitEvent } from "./append-event.ts";

describe.each(databaseKinds)("emitEvent on %s", (kind) => {
  const platform = setUpPlatform(kind);

  it.each([
    ["site_missing", { resource: { kind: "site", id: "site_missing" } }],
    ["space_missing", { resource: { kind: "space", id: "space_missing" } }],
    ["ins_missing", { installationId: "ins_missing" }],
  ])("rejects %s, which does not exist, and writes nothing", async (id, address) => {
    const before = platform.wakeUps.count;
    const event = { type: "task", fields: { task: { type: "a" } }, ...address } as const;
    await expect(emitEvent(platform.context(), event)).rejects.toMatchObject({
      code: "not_found",
      message: expect.stringContaining(id),
    });
    expect(platform.wakeUps.count).toBe(before);
  });

  it("rejects an event without an address", async () => {
    const event = { type: "task", fields: { task: { type: "a" } } } as const;
    await expect(emitEvent(platform.context(), event)).rejects.toMatchObject({
      code: "invalid_request",
      message: expect.stringContaining("Set installationId, resource or both"),
    });
  });

  it("rejects a resource of another organization than the installation's", async () => {
    const [own, other] = [await platform.createContent(), await platform.createContent()];
    const { name } = await platform.publish(own.organizationId);
    const { id } = await installIntegration(platform.context(), name, own.organizationId);
    const emitAt = (siteId: string) =>
      emitEvent(platform.context(), {
        type: "task",
        fields: { task: { type: "a" } },
        installationId: id,
        resource: { kind: "site", id: siteId },
      });
    await expect(emitAt(other.siteId)).rejects.toMatchObject({ code: "not_found" });
    expect(await emitAt(own.siteId)).toMatch(/^evt_/);
  });

  it("rejects an unknown resource of a known installation", async () => {
    const { organizationId } = await platform.createContent();
    const { name } = await platform.publish(organizationId);
    const { id: installationId } = await installIntegration(platform.context(), name, organizationId);
    const resource = { kind: "site", id: "site_missing" };
    const event = { type: "task", fields: { task: { type: "a" } }, installationId, resource } as const;
    await expect(emitEvent(platform.context(), event)).rejects.toMatchObject({ code: "not_found" });
  });
});
