import { describe, expect, it } from "vitest";
import { setUpPlatform } from "../fixtures/set-up-platform.fixture.ts";
import { databaseKinds } from "../fixtures/set-up-storage.fixture.ts";
import { createUsageMeter } from "./create-usage-meter.ts";
import { listUsageDays } from "./list-usage-days.ts";

describe.each(databaseKinds)("createUsageMeter on %s", (kind) => {
  const platform = setUpPlatform(kind);
  const hour = 3600 * 1000;
  const day = 24 * hour;

  async function open() {
    const organizationId = await platform.createOrganization();
    platform.clock.now = Date.UTC(2026, 2, 10, 12);
    const levels = { pages: 3, reads: 0 };
    const errors: unknown[] = [];
    const create = () =>
      createUsageMeter(
        platform.context(),
        async () => {
          levels.reads += 1;
          return { pages: levels.pages };
        },
        (error) => errors.push(error),
      );
    const list = (days = 30) => listUsageDays(platform.context(), organizationId, days);
    return { organizationId, meter: create(), other: create(), levels, list, errors };
  }

  it("adds the amounts of all processes by day, and keeps the last levels", async () => {
    const { organizationId, meter, other, levels, list, errors } = await open();
    meter.add(organizationId, "requests", 2);
    meter.add(organizationId, "requests", 1);
    other.add(organizationId, "requests", 4);
    other.add(organizationId, "scriptMilliseconds", 12.6);
    await Promise.all([meter.flush(), other.flush()]);
    const first = { day: "2026-03-10", counters: { requests: 7, scriptMilliseconds: 13, pages: 3 } };
    expect(await list()).toEqual([first]);
    // Levels are read once an hour and process.
    expect(levels.reads).toBe(2);
    levels.pages = 5;
    meter.add(organizationId, "requests", 1);
    await meter.flush();
    expect(levels.reads).toBe(2);
    platform.clock.now += 12 * hour;
    meter.add(organizationId, "requests", 1);
    await meter.flush();
    expect(await list()).toEqual([
      { ...first, counters: { ...first.counters, requests: 8 } },
      { day: "2026-03-11", counters: { requests: 1, pages: 5 } },
    ]);
    expect(await list(1)).toHaveLength(1);
    expect(errors).toEqual([]);
  });

  it("deletes days after 100 days", async () => {
    const { organizationId, meter, list } = await open();
    meter.add(organizationId, "requests", 1);
    await meter.flush();
    platform.clock.now += 101 * day;
    meter.add(organizationId, "requests", 1);
    await meter.flush();
    expect((await list(365)).map((each) => each.day)).toEqual(["2026-06-19"]);
  });

  it("stores nothing for an organization that is removed before or during a flush", async () => {
    const { organizationId, meter, list, errors } = await open();
    const { db } = platform.context();
    const remove = (id: string) => db.deleteFrom("organizations").where("id", "=", id).execute();
    const other = await platform.createOrganization();
    const removing = createUsageMeter(
      platform.context(),
      async () => {
        await remove(organizationId);
        await remove(other);
        return { pages: 1 };
      },
      (error) => errors.push(error),
    );
    for (const id of [organizationId, other]) removing.add(id, "requests", 1);
    await removing.flush();
    // It was removed after its usage was stored, and before its levels were.
    expect(await list()).toEqual([{ day: "2026-03-10", counters: { requests: 1 } }]);
    expect(await listUsageDays(platform.context(), other, 1)).toEqual([]);
    meter.add(organizationId, "requests", 1);
    await meter.flush();
    expect(await list()).toEqual([{ day: "2026-03-10", counters: { requests: 1 } }]);
    expect(errors).toEqual([]);
  });
});
