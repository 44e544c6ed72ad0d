import { describe, expect, it } from "vitest";
import { setUpPlatform } from "../fixtures/set-up-platform.fixture.ts";
import { databaseKinds } from "../fixtures/set-up-storage.fixture.ts";
import { changeStatus, removeInstallation } from "./change-installation.ts";
import { installIntegration } from "./install-integration.ts";
import { runDueSchedules } from "./run-due-schedules.ts";

const minute = 60_000;
const everyTen = "scopes: []\nschedules: [{ id: sync, everyMinutes: 10 }]";

describe.each(databaseKinds)("schedules on %s", (kind) => {
  const set = setUpPlatform(kind);

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
    while ((await runDueSchedules(set.context())) > 0);
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

  it("make one event of all ticks that were missed", async () => {
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
