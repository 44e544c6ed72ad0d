import { describe, expect, it } from "vitest";
import { setUpPlatform } from "../fixtures/set-up-platform.fixture.ts";
import { databaseKinds } from "../fixtures/set-up-storage.fixture.ts";
import { withoutEvents } from "../fixtures/without-events.fixture.ts";
import { createId } from "../common/create-id.ts";
import { installIntegration, installIntoResource } from "./install-integration.ts";
import { findResourceInstallation, getInstallation, listResourceInstallations } from "./installations.ts";
import type { InstallationRef } from "./installation-event.ts";
import { changeStatus, removeInstallation, updateInstallation } from "./change-installation.ts";
import { tablesOf } from "../../../content/src/database/tables-of.ts";

const settings = `scopes: []
configurations:
  account:
    properties:
      url: { type: string, title: URL, description: Where to. }
      tone: { type: string, title: Tone, description: How., enum: [friendly, formal] }
    required: [url]
  space:
    properties:
      depth: { type: number, title: Depth, description: How deep. }
    required: [depth]`;

describe.each(databaseKinds)("changing an installation on %s", (kind) => {
  const platform = setUpPlatform(kind);

  async function install() {
    const content = await platform.createContent();
    const { name } = await platform.publish(content.organizationId, settings);
    const { id } = await installIntegration(platform.context(), name, content.organizationId);
    const ref: InstallationRef = { installationId: id, kind: "organization" };
    return {
      ...content,
      id,
      ref,
      edit: (configuration: Readonly<Record<string, unknown>>) =>
        updateInstallation(platform.context(), ref, { configuration }),
      read: () => getInstallation(platform.context(), id),
      /** The events of the installation after its creation. */
      notified: async () => (await platform.eventsOf(id)).slice(1),
    };
  }

  it("activates a pending installation once its settings are complete, with an event for every edit", async () => {
    const { edit, read, notified } = await install();
    await edit({ tone: "formal" });
    expect(await read()).toMatchObject({ status: "pending", configuration: { tone: "formal" } });
    await edit({ url: "https://example.com" });
    expect(await read()).toMatchObject({
      status: "active",
      configuration: { tone: "formal", url: "https://example.com" },
    });
    await edit({ tone: null });
    expect(await read()).toMatchObject({ status: "active", configuration: { url: "https://example.com" } });
    expect(await notified()).toEqual([
      { type: "installation_setup", fields: { status: "pending", previous: { status: "pending" } } },
      { type: "installation_setup", fields: { status: "active", previous: { status: "pending" } } },
      { type: "installation_setup", fields: { status: "active", previous: { status: "active" } } },
    ]);
  });

  it("activates a space installation independently", async () => {
    const { id, spaceId } = await install();
    await installIntoResource(platform.context(), id, "space", spaceId);
    const ref: InstallationRef = { installationId: id, kind: "space", resourceId: spaceId };
    await updateInstallation(platform.context(), ref, { configuration: { depth: 3 } });
    const part = await findResourceInstallation(platform.context(), id, "space", spaceId);
    expect(part).toMatchObject({ status: "active", configuration: { depth: 3 } });
    expect((await platform.eventsOf(id)).at(-1)).toEqual({
      type: "space_installation_setup",
      fields: { status: "active", previous: { status: "pending" }, spaceId },
    });
    expect((await getInstallation(platform.context(), id)).status).toBe("pending");
  });

  it("keeps values out of events, and encrypts them in the database", async () => {
    const { id, edit, notified } = await install();
    await edit({ url: "https://user:sesame@example.com" });
    await edit({ tone: "formal" });
    expect(JSON.stringify(await notified())).not.toContain("sesame");
    const row = await platform
      .storage()
      .db.selectFrom("installations")
      .select("configuration")
      .where("id", "=", id)
      .executeTakeFirstOrThrow();
    expect(Buffer.from(row.configuration, "base64").includes("sesame")).toBe(false);
  });

  it("rejects an edit with an invalid value as a whole, and reports the problem", async () => {
    const { edit, read, notified } = await install();
    await expect(edit({ url: 5, tone: "rude", speed: 1 })).rejects.toMatchObject({
      code: "invalid_configuration",
      problems: [
        { path: "configuration.url" },
        { path: "configuration.tone" },
        { path: "configuration.speed" },
      ],
    });
    expect((await read()).configuration).toEqual({});
    expect(await notified()).toEqual([]);
  });

  it("does not remove a required setting of an active installation", async () => {
    const { edit, read } = await install();
    await edit({ url: "https://example.com" });
    await expect(edit({ url: null })).rejects.toMatchObject({
      code: "invalid_configuration",
      problems: [{ path: "configuration.url", message: "is required" }],
    });
    expect((await read()).configuration).toEqual({ url: "https://example.com" });
  });

  it("emits no event for external IDs", async () => {
    const { ref, read, notified } = await install();
    await updateInstallation(platform.context(), ref, { externalIds: ["team-1"] });
    expect((await read()).externalIds).toEqual(["team-1"]);
    expect(await notified()).toEqual([]);
  });

  it("stops the script of a paused installation, only for its organization", async () => {
    const { id, edit, read } = await install();
    await edit({ url: "https://example.com" });
    const { integration, organizationId: organization } = await read();
    const retired: unknown[] = [];
    const retire = async (...args: unknown[]) => void retired.push(args);
    const context = { ...platform.context(), runner: { ...platform.context().runner, retire } };
    await changeStatus(context, id, "pause");
    await changeStatus(context, id, "resume");
    expect(retired).toEqual([[integration, { organization, immediately: true }]]);
  });

  it("pauses and resumes only active installations", async () => {
    const { id, edit, read, notified } = await install();
    const pause = () => changeStatus(platform.context(), id, "pause", "It posts twice.");
    const resume = () => changeStatus(platform.context(), id, "resume");
    await expect(pause()).rejects.toMatchObject({
      code: "conflict",
      message: "A pending installation cannot be paused.",
    });
    await edit({ url: "https://example.com" });
    await expect(resume()).rejects.toMatchObject({ code: "conflict" });
    await pause();
    expect(await read()).toMatchObject({ status: "paused", pauseReason: "It posts twice." });
    await expect(pause()).rejects.toMatchObject({ code: "conflict" });
    await edit({ tone: "formal" });
    expect((await read()).status).toBe("paused");
    await resume();
    expect(await read()).toMatchObject({ status: "active", pauseReason: undefined });
    expect((await notified()).map(({ fields }) => fields)).toEqual([
      { status: "active", previous: { status: "pending" } },
      { status: "paused", previous: { status: "active" } },
      { status: "paused", previous: { status: "paused" } },
      { status: "active", previous: { status: "paused" } },
    ]);
  });

  it("keeps all concurrent edits", async () => {
    const { ref, edit, read, notified } = await install();
    await Promise.all([
      edit({ url: "https://example.com" }),
      edit({ tone: "formal" }),
      updateInstallation(platform.context(), ref, { externalIds: ["team-1"] }),
    ]);
    expect(await read()).toMatchObject({
      status: "active",
      configuration: { url: "https://example.com", tone: "formal" },
      externalIds: ["team-1"],
    });
    expect(await notified()).toHaveLength(2);
  });

  it("rejects an edit of an outdated version", async () => {
    const { ref, edit, read } = await install();
    const ifUpdatedAt = new Date((await read()).updatedAt).toISOString();
    const guarded = (tone: string) =>
      updateInstallation(platform.context(), ref, { configuration: { tone }, ifUpdatedAt });
    const results = await Promise.allSettled([guarded("formal"), guarded("friendly")]);
    expect(results.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
    await edit({ url: "https://example.com" });
    await expect(guarded("formal")).rejects.toMatchObject({ code: "precondition_failed" });
  });

  it("gives each change a later time than the previous one, even within one millisecond", async () => {
    const { edit, read } = await install();
    const times = [(await read()).updatedAt];
    for (const tone of ["formal", "friendly", "formal"]) {
      await edit({ tone });
      times.push((await read()).updatedAt);
    }
    expect(times).toEqual(times.toSorted((a, b) => a - b));
    expect(new Set(times)).toHaveLength(times.length);
  });

  it("removes a space installation, then the installation, and notifies both", async () => {
    const { id, ref, spaceId, read, notified } = await install();
    await installIntoResource(platform.context(), id, "space", spaceId);
    await removeInstallation(platform.context(), { installationId: id, kind: "space", resourceId: spaceId });
    expect(await findResourceInstallation(platform.context(), id, "space", spaceId)).toBeUndefined();
    await removeInstallation(platform.context(), ref);
    await expect(read()).rejects.toMatchObject({ code: "not_found" });
    await expect(removeInstallation(platform.context(), ref)).rejects.toMatchObject({ code: "not_found" });
    expect((await notified()).slice(-2)).toEqual([
      { type: "space_installation_deleted", fields: { spaceId } },
      { type: "installation_deleted", fields: {} },
    ]);
  });

  it("removes an installation with its resource installations, and notifies those of spaces first, then those of sites", async () => {
    const { id, ref, organizationId, spaceId, siteId, notified } = await install();
    const other = await install();
    await installIntoResource(platform.context(), other.id, "space", other.spaceId);
    await installIntoResource(platform.context(), id, "site", siteId);
    await installIntoResource(platform.context(), id, "space", spaceId);
    const [second, gone] = [createId("spc"), createId("spc")];
    for (const extra of [second, gone]) {
      const row = { id: extra, organization_id: organizationId, title: "More", visibility: "public" };
      await tablesOf(platform.storage().db).insertInto("spaces").values(row).execute();
      await installIntoResource(platform.context(), id, "space", extra);
    }
    await removeInstallation(platform.context(), { installationId: id, kind: "space", resourceId: gone });
    const before = (await notified()).length;
    await removeInstallation(platform.context(), ref);
    expect((await notified()).slice(before)).toEqual([
      ...[spaceId, second]
        .toSorted()
        .map((removed) => ({ type: "space_installation_deleted", fields: { spaceId: removed } })),
      { type: "site_installation_deleted", fields: { siteId } },
      { type: "installation_deleted", fields: {} },
    ]);
    expect(await listResourceInstallations(platform.context(), id, "space")).toEqual([]);
    expect(await listResourceInstallations(platform.context(), id, "site")).toEqual([]);
    expect(await listResourceInstallations(platform.context(), other.id, "space")).toHaveLength(1);
  });

  it("leaves no space installation behind that was added during the removal", async () => {
    for (let tries = 0; tries < 10; tries += 1) {
      const { id, ref, spaceId, siteId, notified } = await install();
      await Promise.allSettled([
        installIntoResource(platform.context(), id, "space", spaceId),
        removeInstallation(platform.context(), ref),
        installIntoResource(platform.context(), id, "site", siteId),
      ]);
      const count = async (type: string) => (await notified()).filter((event) => event.type === type).length;
      expect((await notified()).at(-1)?.type).toBe("installation_deleted");
      for (const part of ["space", "site"] as const) {
        expect(await listResourceInstallations(platform.context(), id, part)).toEqual([]);
        const begun = (await notified()).filter(
          ({ type, fields }) =>
            type === `${part}_installation_setup` && !Object.hasOwn(Object(fields), "previous"),
        );
        expect(await count(`${part}_installation_deleted`)).toBe(begun.length);
      }
    }
  });

  it("changes nothing if a transaction fails", async () => {
    const { id, ref, spaceId, edit, read, notified } = await install();
    await edit({ url: "https://example.com" });
    await installIntoResource(platform.context(), id, "space", spaceId);
    const before = await read();
    const woken = platform.wakeUps.count;
    await withoutEvents(platform.storage().db, async () => {
      await expect(edit({ tone: "formal" })).rejects.toThrow(/events/);
      await expect(changeStatus(platform.context(), id, "pause")).rejects.toThrow(/events/);
      await expect(removeInstallation(platform.context(), ref)).rejects.toThrow(/events/);
    });
    expect(await read()).toEqual(before);
    expect(await notified()).toHaveLength(2);
    expect(await listResourceInstallations(platform.context(), id, "space")).toHaveLength(1);
    expect(platform.wakeUps.count).toBe(woken);
    expect((await getInstallation(platform.context(), id)).removed).toBe(false);
  });
});
