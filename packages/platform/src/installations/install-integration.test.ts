import { describe, expect, it } from "vitest";
import { setUpPlatform } from "../fixtures/set-up-platform.fixture.ts";
import { databaseKinds } from "../fixtures/set-up-storage.fixture.ts";
import { withoutEvents } from "../fixtures/without-events.fixture.ts";
import { installIntegration, installIntoResource } from "./install-integration.ts";
import { findResourceInstallation, listInstallations } from "./installations.ts";
import { removeInstallation } from "./change-installation.ts";

const settings = `scopes: []
configurations:
  account:
    properties:
      url: { type: string, title: URL, description: Where to. }
      tone: { type: string, title: Tone, description: How., default: friendly }
    required: [url]
  space:
    properties:
      depth: { type: number, title: Depth, description: How deep. }
    required: [depth]`;

describe.each(databaseKinds)("installing on %s", (kind) => {
  const platform = setUpPlatform(kind);

  async function publish(lines?: string) {
    const content = await platform.createContent();
    const { name } = await platform.publish(content.organizationId, lines);
    return { ...content, name };
  }

  it("leaves an integration with required settings pending, with its defaults, and notifies it", async () => {
    const { name, organizationId } = await publish(settings);
    const woken = platform.wakeUps.count;
    const installation = await installIntegration(platform.context(), name, organizationId);
    expect(installation).toMatchObject({
      integration: name,
      status: "pending",
      configuration: { tone: "friendly" },
      externalIds: [],
      target: "all",
    });
    expect(await platform.eventsOf(installation.id)).toEqual([
      { type: "installation_setup", fields: { status: "pending" } },
    ]);
    expect(platform.wakeUps.count).toBe(woken + 1);
  });

  it("moves an integration without settings from pending to active, with an event for both", async () => {
    const { name, organizationId } = await publish();
    const installation = await installIntegration(platform.context(), name, organizationId);
    expect(installation.status).toBe("active");
    expect(await platform.eventsOf(installation.id)).toEqual([
      { type: "installation_setup", fields: { status: "pending" } },
      { type: "installation_setup", fields: { status: "active", previous: { status: "pending" } } },
    ]);
  });

  it("does the same in a space and in a site", async () => {
    const { name, organizationId, spaceId, siteId } = await publish(settings);
    const { id } = await installIntegration(platform.context(), name, organizationId);
    await installIntoResource(platform.context(), id, "space", spaceId);
    await installIntoResource(platform.context(), id, "site", siteId);
    const statusIn = async (where: "space" | "site", resourceId: string) =>
      (await findResourceInstallation(platform.context(), id, where, resourceId))?.status;
    expect(await statusIn("space", spaceId)).toBe("pending");
    expect(await statusIn("site", siteId)).toBe("active");
    expect((await platform.eventsOf(id)).slice(1)).toEqual([
      { type: "space_installation_setup", fields: { status: "pending", spaceId } },
      { type: "site_installation_setup", fields: { status: "pending", siteId } },
      {
        type: "site_installation_setup",
        fields: { status: "active", previous: { status: "pending" }, siteId },
      },
    ]);
  });

  it("installs once under concurrent requests", async () => {
    const { name, organizationId } = await publish();
    const install = () => installIntegration(platform.context(), name, organizationId);
    const results = await Promise.allSettled([install(), install(), install()]);
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect(results.find(({ status }) => status === "rejected")).toMatchObject({
      reason: { code: "conflict" },
    });
    expect(await listInstallations(platform.context(), { integration: name })).toHaveLength(1);
  });

  it("installs again after a removal, with a new id and without the former spaces", async () => {
    const { name, organizationId, spaceId } = await publish();
    const first = await installIntegration(platform.context(), name, organizationId);
    const ref = { installationId: first.id, kind: "space", resourceId: spaceId } as const;
    await installIntoResource(platform.context(), first.id, "space", spaceId);
    await expect(installIntoResource(platform.context(), first.id, "space", spaceId)).rejects.toMatchObject({
      code: "conflict",
    });
    await removeInstallation(platform.context(), ref);
    await installIntoResource(platform.context(), first.id, "space", spaceId);
    await removeInstallation(platform.context(), { installationId: first.id, kind: "organization" });
    const second = await installIntegration(platform.context(), name, organizationId);
    expect(second.id).not.toBe(first.id);
    expect(await findResourceInstallation(platform.context(), second.id, "space", spaceId)).toBeUndefined();
  });

  it("stores neither an installation nor an event if the transaction fails", async () => {
    const { name, organizationId, spaceId } = await publish();
    const { db } = platform.storage();
    const woken = platform.wakeUps.count;
    await withoutEvents(db, async () => {
      await expect(installIntegration(platform.context(), name, organizationId)).rejects.toThrow(/events/);
    });
    expect(await listInstallations(platform.context(), { integration: name })).toEqual([]);
    expect(platform.wakeUps.count).toBe(woken);

    const { id } = await installIntegration(platform.context(), name, organizationId);
    await withoutEvents(db, async () => {
      await expect(installIntoResource(platform.context(), id, "space", spaceId)).rejects.toThrow(/events/);
    });
    expect(await findResourceInstallation(platform.context(), id, "space", spaceId)).toBeUndefined();
    expect(await platform.eventsOf(id)).toHaveLength(2);
  });

  it("rejects missing, forbidden and unsupported targets", async () => {
    const own = await publish("scopes: []\ntarget: space");
    const other = await platform.createContent();
    const { id } = await installIntegration(platform.context(), own.name, own.organizationId);
    const into = (where: "space" | "site", resourceId: string, installationId = id) =>
      installIntoResource(platform.context(), installationId, where, resourceId);
    const refusals = [
      [() => installIntegration(platform.context(), "nobody", own.organizationId), "not_found"],
      [() => installIntegration(platform.context(), own.name, "org_nobody"), "not_found"],
      [() => installIntegration(platform.context(), own.name, other.organizationId), "forbidden"],
      [() => into("space", own.spaceId, "ins_nobody"), "not_found"],
      [() => into("space", "spc_nobody"), "not_found"],
      [() => into("space", other.spaceId), "not_found"],
      [() => into("site", own.siteId), "invalid_request"],
    ] as const;
    for (const [refused, code] of refusals) await expect(refused()).rejects.toMatchObject({ code });
  });
});
