import { setImmediate as nextTurn } from "node:timers/promises";
import { beforeAll, describe, expect, it, onTestFinished, vi } from "vitest";
import { toEventInsert } from "../../../platform/src/events/append-event.ts";
import { databaseKinds, setUpStorage } from "../../../platform/src/fixtures/set-up-storage.fixture.ts";
import { aboutSite } from "../events/about.ts";
import { createVisitWriter, type VisitRows } from "./visit-writer.ts";
import { tablesOf } from "../database/tables-of.ts";

const unheard = { onEvent: () => {}, leaseNewEvents: () => 0 };

describe.each(databaseKinds)("createVisitWriter on %s", (kind) => {
  const used = setUpStorage(kind);
  const feedbackOf = (siteId: string): VisitRows => {
    const fields = {
      siteId,
      spaceId: "spc_1",
      pageId: "pag_1",
      visitor: { anonymousId: "a", userAgent: "", ip: "", cookies: {} },
      url: "",
      referrer: "",
      feedback: { rating: "good", comment: "" },
    };
    return {
      events: [toEventInsert({ type: "page_feedback", fields, ...aboutSite(siteId) }, 1)],
    };
  };
  const viewOf = (pageId: string): VisitRows => ({
    ...feedbackOf("some-1"),
    view: { siteId: "some-1", pageId, counter: 7, time: 1 },
  });
  const written = async (prefix: string): Promise<string[]> => {
    const { db } = used.storage();
    const rows = await db.selectFrom("events").select("resource_id").orderBy("position").execute();
    return rows.map(({ resource_id: id }) => id).filter((id) => id.startsWith(prefix));
  };

  const many = Array.from({ length: 250 }, (_, index) => `many-${index}`);
  beforeAll(async () => {
    const site = { organization_id: "org_1", space_id: "spc_1", title: "Docs" };
    await tablesOf(used.storage().db)
      .insertInto("sites")
      .values([...many, "some-1", "some-2"].map((id) => ({ ...site, id, slug: id })))
      .execute();
  });

  it("writes concurrent visits with one statement per batch, in order", async () => {
    const db = tablesOf(used.storage().db);
    const write = createVisitWriter({ ...unheard, db: used.storage().db });
    const insert = vi.spyOn(db, "executeQuery");
    await Promise.all(many.map((id) => write(feedbackOf(id))));
    expect(insert).toHaveBeenCalledTimes(3);
    insert.mockRestore();
    expect(await written("many")).toEqual(many);
  });

  it("writes the first visit at once, and those that follow closely with one statement", async () => {
    const db = tablesOf(used.storage().db);
    const write = createVisitWriter({ ...unheard, db: used.storage().db });
    const insert = vi.spyOn(db, "executeQuery");
    onTestFinished(() => insert.mockRestore());
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
    onTestFinished(() => void vi.useRealTimers());
    await write(feedbackOf("some-1"));
    const following = [write(feedbackOf("some-1"))];
    await nextTurn();
    following.push(write(feedbackOf("some-2")));
    expect(insert).toHaveBeenCalledTimes(1);
    vi.advanceTimersByTime(5);
    await Promise.all(following);
    expect(insert).toHaveBeenCalledTimes(2);
  });

  it("rejects only the visit that fails", async () => {
    const write = createVisitWriter({ ...unheard, db: used.storage().db });
    const results = await Promise.allSettled(
      ["some-1", "not-there", "some-2"].map((id) => write(feedbackOf(id))),
    );
    expect(results.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
    expect((await written("some")).toSorted()).toEqual(["some-1", "some-1", "some-1", "some-2", "some-2"]);
  });

  it("counts all views of a batch", async () => {
    const db = tablesOf(used.storage().db);
    const write = createVisitWriter({ ...unheard, db: used.storage().db });
    await Promise.all(["pag_1", "pag_2", "pag_1"].map((pageId) => write(viewOf(pageId))));
    await write(viewOf("pag_1"));
    const rows = await db.selectFrom("page_views").select(["page_id", "views"]).orderBy("page_id").execute();
    expect(rows).toEqual([
      { page_id: "pag_1", views: 3 },
      { page_id: "pag_2", views: 1 },
    ]);
  });

  it("hands events to the fan-out of this process, unless they are known already", async () => {
    const handed: string[][] = [];
    const write = createVisitWriter({
      db: used.storage().db,
      onEvent: (leased = []) => void handed.push(leased.map(({ id }) => id)),
      leaseNewEvents: () => 9000,
    });
    const [one, other] = [feedbackOf("some-1"), viewOf("pag_3")];
    await Promise.all([write(one), write(other)]);
    await write(one);
    const ids = [one, other].flatMap(({ events }) => events.map(({ id }) => id));
    expect(handed).toEqual([ids, []]);
    const leased = used.storage().db.selectFrom("events").select("leased_until").where("id", "in", ids);
    expect(await leased.execute()).toEqual([{ leased_until: 9000 }, { leased_until: 9000 }]);
  });
});
