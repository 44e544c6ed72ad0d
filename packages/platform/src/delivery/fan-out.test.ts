import type { Delivery } from "@plugboard/webhook-delivery";
import { describe, expect, it } from "vitest";
import { emitEvent, insertLeasedEvents, toEventInsert } from "../events/append-event.ts";
import { setUpPlatform, type TestContent } from "../fixtures/set-up-platform.fixture.ts";
import { databaseKinds } from "../fixtures/set-up-storage.fixture.ts";
import { createId } from "../common/create-id.ts";
import { installIntegration, installIntoResource } from "../installations/install-integration.ts";
import { getEvent, listInstallationEvents } from "../events/list-events.ts";
import { aboutSpace } from "../../../content/src/events/about.ts";
import { savePage } from "../../../content/src/spaces/pages.ts";
import { queueTask } from "../installations/queue-task.ts";
import { changeStatus, removeInstallation } from "../installations/change-installation.ts";
import { createWebhookEndpoint, updateWebhookEndpoint } from "../endpoints/webhook-endpoints.ts";
import { createFanOut, type FanOut } from "./fan-out.ts";

const leaseMilliseconds = 5000;
const url = "https://hooks.example.com/in";

describe.each(databaseKinds)("fan-out on %s", (kind) => {
  const platform = setUpPlatform(kind);
  const deliveries = () => platform.storage().deliveries;

  /** Runs fan-outs, each as a separate server, until no event is due. */
  async function fanOut(servers = 1): Promise<void> {
    const all = Array.from({ length: servers }, () => createFanOut(platform.context(), leaseMilliseconds));
    const step = async ({ runOnce, continueWide }: FanOut): Promise<boolean> => {
      const { events } = await runOnce();
      await continueWide();
      return events > 0;
    };
    while ((await Promise.all(all.map(step))).some(Boolean));
  }

  async function install(content: TestContent) {
    const { name } = await platform.publish(content.organizationId);
    const { id } = await installIntegration(platform.context(), name, content.organizationId);
    await installIntoResource(platform.context(), id, "space", content.spaceId);
    await fanOut();
    return id;
  }

  async function setUp() {
    const content = await platform.createContent();
    const id = await install(content);
    const location = { installationId: id, kind: "organization" } as const;
    return {
      ...content,
      id,
      /** Saves the page and returns the event's ID. */
      save: async (): Promise<string> => {
        await savePage(platform.context(), content.spaceId, content.pageId, { markdown: "# Saved\n" });
        const { id: eventId } = await platform
          .storage()
          .db.selectFrom("events")
          .select("id")
          .where("resource_id", "=", content.spaceId)
          .orderBy("position", "desc")
          .limit(1)
          .executeTakeFirstOrThrow();
        return eventId;
      },
      addEndpoint: (resource?: { kind: "space" | "site"; id: string }) =>
        createWebhookEndpoint(platform.context(), id, {
          url,
          eventTypes: ["space_content_updated"],
          resource,
        }),
      listDeliveries: async (eventType = "space_content_updated"): Promise<readonly Delivery[]> =>
        (await deliveries().listDeliveries({ tenant: id, eventType })).items.toReversed(),
      pause: () => changeStatus(platform.context(), id, "pause"),
      resume: () => changeStatus(platform.context(), id, "resume"),
      remove: () => removeInstallation(platform.context(), location),
      statusOf: async (endpointId: string) => (await deliveries().getEndpoint(endpointId))?.status,
      holdsOf: async (endpointId: string) => (await deliveries().getEndpoint(endpointId))?.holds,
    };
  }

  it("creates one delivery for the integration and one for each subscribed endpoint", async () => {
    const { id, spaceId, siteId, save, addEndpoint, listDeliveries } = await setUp();
    const [plain, inSpace] = [await addEndpoint(), await addEndpoint({ kind: "space", id: spaceId })];
    await addEndpoint({ kind: "site", id: siteId });
    const eventId = await save();
    await fanOut();
    const created = await listDeliveries();
    expect(created.map((delivery) => delivery.endpointId).toSorted()).toEqual(
      [id, plain.id, inSpace.id].toSorted(),
    );
    const derived = `${eventId}_${id.slice("ins_".length)}`;
    expect(new Set(created.map((delivery) => delivery.eventId))).toEqual(new Set([derived]));
    const stored = await deliveries().getEvent({ tenant: id, id: derived });
    expect(JSON.parse(stored?.body ?? "")).toEqual({
      eventId: derived,
      type: "space_content_updated",
      installationId: id,
      spaceId,
      revisionId: expect.stringMatching(/^rev_/),
    });
  });

  it("gives each installation its own event, and records the recipients", async () => {
    const { id, save, ...content } = await setUp();
    const other = await install(content);
    const eventId = await save();
    expect((await getEvent(platform.context(), eventId)).recipients).toBeUndefined();
    await fanOut();
    expect((await getEvent(platform.context(), eventId)).recipients).toEqual([id, other].toSorted());
    const received = await Promise.all(
      [id, other].map((installation) =>
        listInstallationEvents(platform.context(), installation, { limit: 1 }),
      ),
    );
    const ids = received.flatMap(({ items }) => items.map(({ event }) => event.eventId));
    expect(new Set(ids)).toHaveLength(2);
    expect(ids.every((derived) => derived.startsWith(eventId))).toBe(true);
  });

  it("creates no duplicates when repeated after a crash before the event was marked", async () => {
    const { id, save, addEndpoint, listDeliveries } = await setUp();
    await addEndpoint();
    const eventId = await save();
    await fanOut();
    const before = await listDeliveries();
    await platform
      .storage()
      .db.updateTable("events")
      .set({ fanned_out_at: null, leased_until: 0 })
      .where("id", "=", eventId)
      .execute();
    await fanOut();
    expect(await listDeliveries()).toEqual(before);
    expect((await getEvent(platform.context(), eventId)).recipients).toEqual([id]);
  });

  it("skips an event leased by another server until the lease expires", async () => {
    const { save, listDeliveries } = await setUp();
    const eventId = await save();
    const leasedUntil = platform.clock.now + leaseMilliseconds;
    await platform
      .storage()
      .db.updateTable("events")
      .set({ leased_until: leasedUntil })
      .where("id", "=", eventId)
      .execute();
    await fanOut();
    expect(await listDeliveries()).toEqual([]);
    platform.clock.now = leasedUntil + 1;
    await fanOut();
    expect(await listDeliveries()).toHaveLength(1);
  });

  it("fans out events accepted or leased by a dead process whose clock was ahead", async () => {
    const { save, listDeliveries } = await setUp();
    const hour = 3_600_000;
    platform.clock.now += 2 * hour;
    const [accepted, leased] = [await save(), await save()];
    await platform
      .storage()
      .db.updateTable("events")
      .set({ leased_until: platform.clock.now + leaseMilliseconds })
      .where("id", "=", leased)
      .execute();
    platform.clock.now -= 2 * hour;
    await fanOut();
    expect((await listDeliveries()).map(({ eventId }) => eventId.slice(0, eventId.lastIndexOf("_")))).toEqual(
      [accepted, leased],
    );
  });

  it("keeps the delay of events scheduled by a process whose clock was ahead", async () => {
    const { id, listDeliveries } = await setUp();
    const [hour, minute] = [3_600_000, 60_000];
    const start = platform.clock.now;
    platform.clock.now += 2 * hour;
    await queueTask(platform.context(), {
      installationId: id,
      task: { type: "later" },
      delaySeconds: 60,
    });
    platform.clock.now = start;
    await fanOut();
    expect(await listDeliveries("task")).toEqual([]);
    platform.clock.now = start + 2 * minute;
    await fanOut();
    expect(await listDeliveries("task")).toHaveLength(1);
  });

  it("fans out an event with many recipients in parts, and lets other events go first", async () => {
    const { id, spaceId, save } = await setUp();
    const other = await setUp();
    const { db } = platform.storage();
    const [installation, part] = [
      await db.selectFrom("installations").selectAll().where("id", "=", id).executeTakeFirstOrThrow(),
      await db
        .selectFrom("resource_installations")
        .selectAll()
        .where("installation_id", "=", id)
        .executeTakeFirstOrThrow(),
    ];
    const names: string[] = [];
    for (let count = 0; count < 3; count += 1)
      names.push((await platform.publish(installation.organization_id)).name);
    const ids = Array.from({ length: 450 }, () => createId("ins"));
    // One organization gets many installations of one integration, which a unique index normally prevents.
    const copies = ids.map((copy, index) => ({
      ...installation,
      id: copy,
      integration: names[index % names.length] ?? "",
    }));
    await db.schema.dropIndex("installations_once").execute();
    await db.insertInto("installations").values(copies).execute();
    await db
      .insertInto("resource_installations")
      .values(ids.map((installation_id) => ({ ...part, installation_id, resource_id: spaceId })))
      .execute();
    const wide = await save();
    const narrow = await other.save();
    const context = platform.context();
    const gate = Promise.withResolvers<void>();
    const enqueue: typeof context.deliveries.enqueue = async (events) => {
      if (isGated && events.some(({ endpointIds }) => endpointIds.length > 100)) await gate.promise;
      return await context.deliveries.enqueue(events);
    };
    const gated = { ...context, deliveries: { ...context.deliveries, enqueue } };
    let isGated = false;
    const { runOnce, continueWide, leaseNew, hand } = createFanOut(gated, leaseMilliseconds);
    await runOnce();
    const reached = async (eventId: string) =>
      (await getEvent(platform.context(), eventId)).recipients?.length;
    expect([await reached(wide), await reached(narrow)]).toEqual([undefined, 1]);
    const later = await other.save();
    await runOnce();
    expect([await reached(wide), await reached(later)]).toEqual([undefined, 1]);
    // Events that the process wrote itself don't wait for the rest either, not even for its next part.
    isGated = true;
    const continued = continueWide();
    const event = toEventInsert(
      {
        type: "space_content_updated",
        fields: { spaceId: other.spaceId, revisionId: "rev_1" },
        ...aboutSpace(other.spaceId),
      },
      platform.clock.now,
    );
    const written = await insertLeasedEvents({ leaseNewEvents: leaseNew }, db, [event]);
    hand(written);
    await runOnce();
    expect([await reached(wide), await reached(written[0]?.id ?? "")]).toEqual([undefined, 1]);
    gate.resolve();
    expect(await continued).toBe(1);
    // A process that dies after enqueueing a batch leaves the mark of the previous batch.
    await db.updateTable("events").set({ fan_out_after: null }).where("id", "=", wide).execute();
    await fanOut();
    expect(await reached(wide)).toBe(451);
    const { items } = await deliveries().listDeliveries({ tenants: [id, ...ids], limit: 1000 });
    expect(new Set(items.map(({ endpointId }) => endpointId)).size).toBe(451);
    expect(items.filter(({ eventType }) => eventType === "space_content_updated")).toHaveLength(451);
  });

  it("fans out a handed event once if a search finds it after its lease ended", async () => {
    const { spaceId, listDeliveries } = await setUp();
    const { runOnce, leaseNew, hand } = createFanOut(platform.context(), leaseMilliseconds);
    const event = toEventInsert(
      { type: "space_content_updated", fields: { spaceId, revisionId: "rev_1" }, ...aboutSpace(spaceId) },
      platform.clock.now,
    );
    hand(await insertLeasedEvents({ leaseNewEvents: leaseNew }, platform.storage().db, [event]));
    platform.clock.now += leaseMilliseconds + 1;
    expect(await runOnce()).toMatchObject({ events: 1, isMore: false });
    expect(await listDeliveries()).toHaveLength(1);
  });

  it("runs again after an event that others with the same ordering key wait for", async () => {
    const { organizationId, spaceId } = await platform.createContent();
    const { runOnce } = createFanOut(platform.context(), leaseMilliseconds);
    await fanOut();
    const fields = { spaceId, revisionId: "rev_1" };
    const emit = () =>
      emitEvent(platform.context(), {
        type: "space_content_updated",
        fields,
        resource: { kind: "space", id: spaceId },
      });
    await emit();
    expect(await runOnce()).toMatchObject({ events: 1, isMore: false });
    const id = await emit();
    const { db } = platform.storage();
    await db.updateTable("events").set({ ordering_key: organizationId }).where("id", "=", id).execute();
    expect(await runOnce()).toMatchObject({ events: 1, isMore: true });
  });

  it("fans out handed events without a search, and releases the others when it stops", async () => {
    const { id, spaceId, listDeliveries } = await setUp();
    const { runOnce, leaseNew, hand, release } = createFanOut(platform.context(), leaseMilliseconds);
    await runOnce();
    const write = async () => {
      const event = toEventInsert(
        {
          type: "space_content_updated",
          fields: { spaceId, revisionId: "rev_1" },
          ...aboutSpace(spaceId),
        },
        platform.clock.now,
      );
      return await insertLeasedEvents({ leaseNewEvents: leaseNew }, platform.storage().db, [event]);
    };
    hand(await write());
    expect(await runOnce()).toMatchObject({ events: 1, isMore: false });
    expect(await listDeliveries()).toHaveLength(1);
    const waiting = await write();
    await fanOut();
    expect(await listDeliveries()).toHaveLength(1);
    hand(waiting);
    await release();
    await fanOut();
    expect((await listDeliveries()).map(({ endpointId }) => endpointId)).toEqual([id, id]);
  });

  it("creates deliveries in the order of the events", async () => {
    const { save, listDeliveries } = await setUp();
    const saved: string[] = [];
    for (let count = 0; count < 10; count += 1) saved.push(await save());
    await fanOut();
    expect((await listDeliveries()).map(({ eventId }) => eventId.slice(0, eventId.lastIndexOf("_")))).toEqual(
      saved,
    );
  });

  it("creates each delivery once when several servers work concurrently", async () => {
    const { save, listDeliveries } = await setUp();
    const saved: string[] = [];
    for (let count = 0; count < 30; count += 1) saved.push(await save());
    await fanOut(3);
    const ids = (await listDeliveries()).map(({ eventId }) => eventId.slice(0, eventId.lastIndexOf("_")));
    expect(ids.toSorted()).toEqual(saved.toSorted());
  });

  it("fans out an event when it is due, not before", async () => {
    const { id, listDeliveries } = await setUp();
    const task = { installationId: id, task: { type: "later" }, delaySeconds: 60 };
    await queueTask(platform.context(), task);
    await fanOut();
    expect(await listDeliveries("task")).toEqual([]);
    platform.clock.now += 60_000;
    await fanOut();
    expect(await listDeliveries("task")).toHaveLength(1);
  });

  it("isn't blocked by an event that it cannot handle", async () => {
    const { save, listDeliveries } = await setUp();
    const [broken, sound] = [await save(), await save()];
    const { db } = platform.storage();
    const setPayload = (payload: string) =>
      db.updateTable("events").set({ payload }).where("id", "=", broken).execute();
    const { payload } = await db
      .selectFrom("events")
      .select("payload")
      .where("id", "=", broken)
      .executeTakeFirstOrThrow();
    await setPayload("no JSON");
    await expect(fanOut()).rejects.toThrow(`1 of 2 events could not be fanned out; the first is ${broken}`);
    expect((await listDeliveries()).map(({ eventId }) => eventId.startsWith(sound))).toEqual([true]);
    await setPayload(payload);
    platform.clock.now += leaseMilliseconds + 1;
    await fanOut();
    expect(await listDeliveries()).toHaveLength(2);
  });

  it("holds a paused installation's deliveries until it is resumed", async () => {
    const { id, save, addEndpoint, listDeliveries, pause, resume, holdsOf } = await setUp();
    const endpoint = await addEndpoint();
    await pause();
    await fanOut();
    expect([await holdsOf(id), await holdsOf(endpoint.id)]).toEqual([["installation"], ["installation"]]);
    await save();
    await fanOut();
    expect((await listDeliveries()).map(({ state }) => state)).toEqual(["scheduled", "scheduled"]);
    await resume();
    await fanOut();
    expect([await holdsOf(id), await holdsOf(endpoint.id)]).toEqual([[], []]);
  });

  it("doesn't send events to an endpoint that its owner disabled", async () => {
    const { id, save, addEndpoint, listDeliveries } = await setUp();
    await updateWebhookEndpoint(platform.context(), await addEndpoint(), { status: "disabled" });
    await save();
    await fanOut();
    expect((await listDeliveries()).map(({ endpointId }) => endpointId)).toEqual([id]);
  });

  it("removes the webhook endpoints of a removed installation, and notifies it even when it was paused", async () => {
    const { id, save, addEndpoint, listDeliveries, pause, remove, statusOf } = await setUp();
    const endpoint = await addEndpoint();
    await pause();
    await fanOut();
    await remove();
    await save();
    await fanOut();
    expect(await statusOf(endpoint.id)).toBeUndefined();
    expect(await statusOf(id)).toBe("active");
    expect((await listDeliveries("installation_deleted")).map(({ endpointId }) => endpointId)).toEqual([id]);
    expect(await listDeliveries()).toEqual([]);
  });

  it("notifies a removed installation's space and site installations one after the other, and the installation last", async () => {
    const { id, spaceId, siteId, remove } = await setUp();
    await installIntoResource(platform.context(), id, "site", siteId);
    await fanOut();
    // More than one server claims at once.
    const spaces = Array.from({ length: 450 }, () => createId("spc"));
    const { db } = platform.storage();
    const part = await db
      .selectFrom("resource_installations")
      .selectAll()
      .where("installation_id", "=", id)
      .where("resource_id", "=", spaceId)
      .executeTakeFirstOrThrow();
    await db
      .insertInto("resource_installations")
      .values(spaces.map((resource_id) => ({ ...part, resource_id })))
      .execute();
    await remove();
    await fanOut(3);
    const removals = (await deliveries().listDeliveries({ endpointId: id, limit: 1000 })).items.toReversed();
    const notified = removals.filter(({ eventType }) => eventType.endsWith("_deleted"));
    expect(notified.map(({ eventType }) => eventType)).toEqual([
      ...[...spaces, spaceId].map(() => "space_installation_deleted"),
      "site_installation_deleted",
      "installation_deleted",
    ]);
    expect(notified.map(({ state }) => state)).toEqual([
      "scheduled",
      ...notified.slice(1).map(() => "waiting"),
    ]);
  });

  it("removes a space's endpoints with its installation, but not those created since", async () => {
    const { id, spaceId, addEndpoint, statusOf } = await setUp();
    const location = { installationId: id, kind: "space", resourceId: spaceId } as const;
    const [plain, before] = [await addEndpoint(), await addEndpoint({ kind: "space", id: spaceId })];
    platform.clock.now = Date.now() + 60_000;
    await removeInstallation(platform.context(), location);
    await fanOut();
    expect(await statusOf(plain.id)).toBe("active");
    expect(await statusOf(before.id)).toBeUndefined();

    await installIntoResource(platform.context(), id, "space", spaceId);
    platform.clock.now = Date.now() - 60_000;
    await removeInstallation(platform.context(), location);
    const since = await addEndpoint({ kind: "space", id: spaceId });
    await fanOut();
    expect(await statusOf(since.id)).toBe("active");
    platform.clock.now = Date.now() + 120_000;
  });
});
