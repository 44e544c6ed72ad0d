import { describe, expect, it } from "vitest";
import { testManifest } from "../fixtures/test-integration.fixture.ts";
import { setUpPlatform } from "../fixtures/set-up-platform.fixture.ts";
import { databaseKinds } from "../fixtures/set-up-storage.fixture.ts";
import { changeStatus, removeInstallation } from "./change-installation.ts";
import { installIntegration } from "./install-integration.ts";
import { publishIntegration } from "../publishing/publish-integration.ts";
import { createMemoryRateLimiter } from "../rate-limits/memory-rate-limiter.ts";
import { writeOrganizationLimits } from "../rate-limits/organization-limits.ts";
import { sendSampleEvent } from "../delivery/send-sample-event.ts";
import { listSchedules } from "./list-schedules.ts";
import { runDueSchedules } from "./run-due-schedules.ts";

const minute = 60_000;
const everyTen = "scopes: []\nschedules: [{ id: sync, everyMinutes: 10 }]";

describe.each(databaseKinds)("schedules on %s", (kind) => {
  const set = setUpPlatform(kind);
  const rateLimiter = createMemoryRateLimiter(() => set.clock.now);

  async function install(manifest = everyTen) {
    const { organizationId } = await set.createContent();
    const { name } = await set.publish(organizationId, manifest);
    const { id } = await installIntegration(set.context(), name, organizationId);
    await run();
    const ticks = async () => {
      const rows = await set
        .storage()
        .db.selectFrom("events")
        .select(["id", "payload"])
        .where("installation_id", "=", id)
        .where("type", "=", "schedule")
        .orderBy("position")
        .execute();
      return rows.map(({ payload }) => (JSON.parse(payload) as { schedule: unknown }).schedule);
    };
    return { organizationId, name, id, ticks };
  }
  const run = async () => {
    while ((await runDueSchedules({ ...set.context(), rateLimiter })) > 0);
  };
  /** Moves the clock past the next multiple of ten minutes and the jitter of every schedule. */
  const toNextTick = () => {
    const tick = (Math.floor(set.clock.now / (10 * minute)) + 1) * 10 * minute;
    set.clock.now = tick + minute;
    return new Date(tick).toISOString();
  };

  it("send one event for each tick, whichever process runs it", async () => {
    const { ticks } = await install();
    expect(await ticks()).toEqual([]);
    const first = toNextTick();
    await Promise.all([run(), run(), run()]);
    await run();
    expect(await ticks()).toEqual([{ id: "sync", scheduledFor: first }]);
    const second = toNextTick();
    await run();
    expect(await ticks()).toEqual([
      { id: "sync", scheduledFor: first },
      { id: "sync", scheduledFor: second },
    ]);
  });

  it("combine all missed ticks into one event", async () => {
    const { ticks } = await install();
    const first = toNextTick();
    set.clock.now += 24 * 60 * minute;
    await run();
    expect(await ticks()).toEqual([{ id: "sync", scheduledFor: first }]);
  });

  it("are skipped while the installation is paused", async () => {
    const { id, ticks } = await install();
    await changeStatus(set.context(), id, "pause");
    toNextTick();
    await run();
    await changeStatus(set.context(), id, "resume");
    await run();
    expect(await ticks()).toEqual([]);
    const resumed = toNextTick();
    await run();
    expect(await ticks()).toEqual([{ id: "sync", scheduledFor: resumed }]);
  });

  it("wait for the organization's quota of events", async () => {
    const { organizationId, ticks } = await install();
    await writeOrganizationLimits(set.storage().db, organizationId, { eventsPerMinute: 1 });
    const first = toNextTick();
    await rateLimiter.take({ name: "organization-events", quota: 1, windowSeconds: 60 }, organizationId);
    await run();
    expect(await ticks()).toEqual([]);
    set.clock.now += minute;
    await run();
    expect(await ticks()).toEqual([{ id: "sync", scheduledFor: first }]);
  });

  it("follow the published manifest", async () => {
    const { organizationId, name, id, ticks } = await install();
    const publish = async (lines: string) => {
      const { url, signingSecret } = set.host();
      const manifest = testManifest(name, organizationId, lines);
      await publishIntegration(set.context(), { name, manifest, url, secrets: {}, signingSecret });
      await run();
      return (await listSchedules(set.context(), id)).map((schedule) => [schedule.id, schedule.nextAt]);
    };
    const hour = 60 * minute;
    const nextHour = (Math.floor(set.clock.now / hour) + 1) * hour;
    // For a changed schedule, the tick of the previous version emits no event.
    expect(await publish("scopes: []\nschedules: [{ id: sync, everyMinutes: 60 }]")).toEqual([
      ["sync", nextHour],
    ]);
    set.clock.now = nextHour - 1;
    await run();
    expect(await ticks()).toEqual([]);
    // An unchanged schedule keeps its tick, and an added one gets its own.
    const both = "scopes: []\nschedules: [{ id: sync, everyMinutes: 60 }, { id: later, everyMinutes: 120 }]";
    expect(await publish(both)).toContainEqual(["sync", nextHour]);
    set.clock.now = nextHour + minute;
    await run();
    expect(await ticks()).toContainEqual({ id: "sync", scheduledFor: new Date(nextHour).toISOString() });
    expect(await publish("scopes: []")).toEqual([]);
  });

  it("can be sent as a sample, by their id", async () => {
    const { id, ticks } = await install();
    const send = (fields?: object) =>
      sendSampleEvent(set.context(), id, "schedule", { fields: { ...fields } });
    expect((await send()).fields).toMatchObject({ schedule: { id: "sync" } });
    await expect(send({ schedule: { id: "other" } })).rejects.toThrow("its schedules are sync");
    expect(await ticks()).toHaveLength(1);
  });

  it("end with the installation", async () => {
    const { id, ticks } = await install();
    await removeInstallation(set.context(), { installationId: id, kind: "organization" });
    toNextTick();
    await run();
    expect(await ticks()).toEqual([]);
    const rows = await set
      .storage()
      .db.selectFrom("schedules")
      .select("schedule_id")
      .where("installation_id", "=", id)
      .execute();
    expect(rows).toEqual([]);
  });
});
