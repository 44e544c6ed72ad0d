import { describe, expect, it } from "vitest";
import { createDatabaseRateLimiter } from "@plugboard/platform";
import { setUpPlatform } from "../../../platform/src/fixtures/set-up-platform.fixture.ts";
import { databaseKinds } from "../../../platform/src/fixtures/set-up-storage.fixture.ts";
import { withoutEvents } from "../../../platform/src/fixtures/without-events.fixture.ts";
import { setOrganizationQuota } from "../../../platform/src/tenancy/usage.ts";
import { getSpace } from "./content.ts";
import { listSiteViews } from "./page-views.ts";
import { getPage, savePage } from "./pages.ts";
import { createVisitRecorder } from "./visits.ts";

describe.each(databaseKinds)("saving and visiting pages on %s", (kind) => {
  const platform = setUpPlatform(kind);
  const visited = () => {
    const { db } = platform.storage();
    return { ...platform.context(), rateLimiter: createDatabaseRateLimiter(db, () => platform.clock.now) };
  };
  const eventsAbout = async (spaceId: string, siteId: string) => {
    const rows = await platform
      .storage()
      .db.selectFrom("events")
      .selectAll()
      .where("resource_id", "in", [spaceId, siteId])
      .orderBy("position")
      .execute();
    return rows.map(({ type, payload, resource_id }) => ({ type, fields: JSON.parse(payload), resource_id }));
  };

  it("creates a revision and its event in the same transaction as the page", async () => {
    const { spaceId, pageId, siteId } = await platform.createContent();
    const before = await getPage(platform.context(), spaceId, pageId);
    platform.clock.now += 1;
    const saved = await savePage(platform.context(), spaceId, pageId, { title: "New", markdown: "# New\n" });
    expect(saved).toMatchObject({ title: "New", markdown: "# New\n", updatedAt: platform.clock.now });
    expect(saved.revisionId).not.toBe(before.revisionId);
    expect((await getSpace(platform.context(), spaceId)).revisionId).toBe(saved.revisionId);
    expect(await eventsAbout(spaceId, siteId)).toEqual([
      {
        type: "space_content_updated",
        fields: { spaceId, revisionId: saved.revisionId },
        resource_id: spaceId,
      },
    ]);
  });

  it("stores less than 8 KB per event of a visitor who sends a lot of data", async () => {
    const { spaceId, pageId, siteId } = await platform.createContent();
    const much = '\u0001"é'.repeat(20_000);
    const cookies = Object.fromEntries(
      Array.from({ length: 500 }, (_, index) => [`c${index}`, "x".repeat(150)]),
    );
    const visit = {
      siteId,
      spaceId,
      pageId,
      visitor: { anonymousId: "a", userAgent: much, ip: "::1", cookies: { huge: much, ...cookies } },
      url: `https://sites.example.net/?${much}`,
      referrer: much,
    };
    const visits = createVisitRecorder(visited());
    await visits.recordView(visit);
    await visits.recordFeedback(visit, { rating: "good", comment: much });
    const [onSite, inSpace, feedback] = (await eventsAbout(spaceId, siteId)).map(({ fields }) => fields);
    for (const seen of [onSite, inSpace]) {
      expect(Buffer.byteLength(JSON.stringify(seen))).toBeLessThan(8 * 1024);
      expect(seen.visitor.userAgent).toBe(much.slice(0, seen.visitor.userAgent.length));
      expect(Object.keys(seen.visitor.cookies)).toHaveLength(20);
      expect(seen.visitor.cookies).toMatchObject({ c0: "x".repeat(150) });
      expect(seen.visitor.cookies).not.toHaveProperty("huge");
    }
    expect(Buffer.byteLength(JSON.stringify(feedback))).toBeLessThan(28 * 1024);
  });

  it("enforces the limits per address and site, and counts dropped visits", async () => {
    const dropped: string[] = [];
    const record = async (ips: readonly string[]) => {
      const { spaceId, pageId, siteId } = await platform.createContent();
      const visits = createVisitRecorder(visited(), {
        maxPerAddress: 3,
        maxPerSite: 5,
        onDropped: ({ message }) => dropped.push(message.replace(siteId, "the site")),
      });
      const visitor = { anonymousId: "", userAgent: "", cookies: {} };
      const visit = { siteId, spaceId, pageId, url: "", referrer: "" };
      for (const ip of ips) await visits.recordView({ ...visit, visitor: { ...visitor, ip } });
      const rate = visits.recordFeedback(
        { ...visit, visitor: { ...visitor, ip: ips[0] ?? "" } },
        { rating: "good", comment: "" },
      );
      await expect(rate).rejects.toMatchObject({ code: "rate_limited" });
      return (await eventsAbout(spaceId, siteId)).length / 2;
    };
    expect(await record(["2001:db8::1", "2001:db8::2", "2001:db8::3", "2001:db8::4"])).toBe(3);
    expect(dropped.splice(0)).toEqual(["Too many visits from 2001:db8::4."]);
    expect(await record(["192.0.2.1", "192.0.2.2", "192.0.2.3", "192.0.2.4", "192.0.2.5", "192.0.2.6"])).toBe(
      5,
    );
    expect(dropped).toEqual(["Too many visits of site the site."]);
  });

  it("counts views over the organization's quota of events without emitting them, and loses no feedback", async () => {
    const { organizationId, spaceId, pageId, siteId } = await platform.createContent();
    await setOrganizationQuota(platform.context(), organizationId, { eventsPerMinute: 5 });
    const [visits, ofAnotherProcess] = [createVisitRecorder(visited()), createVisitRecorder(visited())];
    const visitor = { anonymousId: "", userAgent: "", ip: "", cookies: {} };
    const visit = { siteId, spaceId, pageId, url: "", referrer: "", visitor };
    const typesOf = async () => (await eventsAbout(spaceId, siteId)).map(({ type }) => type);
    for (const recorder of [visits, ofAnotherProcess, visits, ofAnotherProcess])
      await recorder.recordView(visit);
    const view = ["site_view", "space_view"];
    expect(await typesOf()).toEqual([...view, ...view]);
    for (let count = 0; count < 3; count += 1)
      await visits.recordFeedback(visit, { rating: "good", comment: "" });
    expect(await typesOf()).toEqual([...view, ...view, ...Array.from({ length: 3 }, () => "page_feedback")]);
    platform.clock.now += 60_000;
    await visits.recordView(visit);
    expect((await typesOf()).slice(-2)).toEqual(view);
    expect(await listSiteViews(platform.context(), siteId)).toMatchObject([{ pageId, views: 5 }]);
  });

  it("stores neither a change nor an event if the transaction fails or the page doesn't exist", async () => {
    const { spaceId, pageId, siteId } = await platform.createContent();
    const before = await getPage(platform.context(), spaceId, pageId);
    const woken = platform.wakeUps.count;
    const visit = {
      siteId,
      spaceId,
      pageId,
      visitor: { anonymousId: "", userAgent: "", ip: "", cookies: {} },
      url: "",
      referrer: "",
    };
    const feedback = { rating: "good", comment: "" };
    await withoutEvents(platform.storage().db, async () => {
      const save = savePage(platform.context(), spaceId, pageId, { markdown: "lost" });
      await expect(save).rejects.toThrow(/events/);
      await expect(createVisitRecorder(visited()).recordView(visit)).rejects.toThrow(/events/);
      await expect(createVisitRecorder(visited()).recordFeedback(visit, feedback)).rejects.toThrow(/events/);
    });
    const elsewhere = savePage(platform.context(), spaceId, "pag_nobody", { markdown: "lost" });
    await expect(elsewhere).rejects.toMatchObject({ code: "not_found" });
    expect(await getPage(platform.context(), spaceId, pageId)).toEqual(before);
    expect(await eventsAbout(spaceId, siteId)).toEqual([]);
    expect(platform.wakeUps.count).toBe(woken);
  });
});
