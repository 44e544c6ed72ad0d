import { deleteOrganization, listOrganizationExport } from "@plugboard/api/routes";
import {
  appendSharedDraftChange,
  deletePage,
  getPageContent,
  getSharedDraft,
  getSharedDraftChanges,
  restoreRevision,
  restoreSpace,
  savePageDraft,
  saveSharedDraft,
  startSharedDraft,
  trashSpace,
  updatePageContent,
} from "../../client/routes.ts";
import { setTimeout as delay } from "node:timers/promises";
import { withoutTenantScope } from "@plugboard/platform";
import { holdOrganization } from "@plugboard/platform/product";
import { describe, expect, it } from "vitest";
import { administrator, person, setUpApi } from "../../../../platform/src/fixtures/set-up-api.fixture.ts";
import { databaseKinds } from "../../../../platform/src/fixtures/set-up-storage.fixture.ts";
import { tablesOf } from "../../database/tables-of.ts";
import {
  removeIdleSharedDrafts,
  removeOrphanedSharedDrafts,
  type SharedDraftCursor,
} from "../shared-drafts.ts";

const base64 = (text: string): string => Buffer.from(text).toString("base64");
const dayMilliseconds = 24 * 3600 * 1000;

describe.each(databaseKinds)("a shared draft on %s", (kind) => {
  const { call, succeed, createContent, platform, clock } = setUpApi(kind);

  /** Starts the shared draft of a new page. */
  async function start() {
    const params = { ...(await createContent()) };
    const editor = person("e", { [params.organizationId]: "editor" });
    const reader = person("r", { [params.organizationId]: "reader" });
    const { revisionId } = await succeed(editor, getPageContent, { params });
    const body = { title: "Start", markdown: "Seed", format: "1", revisionId, state: base64("seed") };
    const draft = await succeed(editor, startSharedDraft, { params, body });
    const append = async (after: number, content: string, more: object = {}) =>
      await call(editor, appendSharedDraftChange, {
        params,
        body: { draftId: draft["id"], after, content: base64(content), ...more },
      });
    const save = async (sequence: number, markdown: string, state = "state") =>
      await call(editor, saveSharedDraft, {
        params,
        body: { draftId: draft["id"], sequence, title: "Start", markdown, state: base64(state) },
      });
    const read = async (after?: number) => {
      const query = after === undefined ? {} : { after: String(after) };
      return Object((await succeed(reader, getSharedDraftChanges, { params, query }))["draft"]);
    };
    return { params, editor, reader, body, draft, append, save, read };
  }

  it("is started once, takes changes in one order, and refuses those that haven't seen the newest", async () => {
    const { params, editor, body, draft, append, read } = await start();
    const again = { ...body, state: base64("other") };
    expect((await succeed(editor, startSharedDraft, { params, body: again })).id).toBe(draft["id"]);
    expect((await append(0, "one")).body).toEqual({ sequence: 1 });
    expect((await append(0, "two")).body).toMatchObject({ code: "precondition_failed" });
    expect((await append(1, "two")).body).toEqual({ sequence: 2 });
    expect(await read()).toMatchObject({
      sequence: 2,
      state: base64("seed"),
      updates: [
        { sequence: 1, content: base64("one") },
        { sequence: 2, content: base64("two") },
      ],
    });
    const behind = await read(1);
    expect(behind.state).toBeUndefined();
    expect(behind.updates).toEqual([{ sequence: 2, content: base64("two") }]);
    const racing = await Promise.all(["a", "b", "c"].map((content) => append(2, content)));
    expect(racing.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 412, 412]);
  });

  it("replaces saved changes with their state, and keeps newer ones", async () => {
    const { params, reader, append, save, read } = await start();
    for (const after of [0, 1, 2]) await append(after, `change ${after}`);
    expect((await save(4, "Too new")).status).toBe(400);
    expect((await save(2, "Two changes")).status).toBe(204);
    // An older text doesn't replace a newer one.
    expect((await save(1, "One change")).status).toBe(204);
    expect(await succeed(reader, getSharedDraft, { params })).toMatchObject({
      draft: { markdown: "Two changes" },
    });
    const newest = { sequence: 3, content: base64("change 2") };
    expect(await read()).toMatchObject({ sequence: 3, state: base64("state"), updates: [newest] });
    expect(await read(1)).toMatchObject({ sequence: 3, state: base64("state"), updates: [newest] });
    expect((await read(2)).state).toBeUndefined();
    const { bytes } = await tablesOf(platform().db)
      .selectFrom("shared_drafts")
      .select("bytes")
      .where("page_id", "=", params.pageId)
      .executeTakeFirstOrThrow();
    expect(bytes).toBe("state".length + "change 2".length);
  });

  it("is replaced once by another draft, which ends it", async () => {
    const { params, editor, body, draft, append, read } = await start();
    await append(0, "one");
    const replace = { ...body, markdown: "Rebuilt", state: base64("rebuilt"), replaces: draft["id"] };
    const [one, other] = await Promise.all([
      succeed(editor, startSharedDraft, { params, body: replace }),
      succeed(editor, startSharedDraft, { params, body: replace }),
    ]);
    expect(one["id"]).not.toBe(draft["id"]);
    expect(other["id"]).toBe(one["id"]);
    expect(await read()).toMatchObject({
      id: one["id"],
      sequence: 0,
      state: base64("rebuilt"),
      updates: [],
    });
    expect((await append(1, "two")).body).toMatchObject({ code: "not_found" });
  });

  it("is based on the revision that is published from it, or merged into it once", async () => {
    const { params, editor, draft, append, read } = await start();
    const publish = async (markdown: string, sharedDraft?: string) =>
      await succeed(editor, updatePageContent, { params, body: { markdown, sharedDraft } });
    const { revisionId: from } = Object(await publish("Published", String(draft["id"])));
    expect(await read()).toMatchObject({ revisionId: from });
    const { revisionId: to } = Object(await publish("By Git"));
    expect((await append(0, "x", { rebase: { from: draft["revisionId"], to } })).status).toBe(412);
    expect((await append(0, "x", { rebase: { from, to: from } })).status).toBe(412);
    expect((await append(0, "merge", { rebase: { from, to } })).status).toBe(200);
    expect((await append(1, "merge", { rebase: { from, to } })).status).toBe(412);
    expect(await read()).toMatchObject({ revisionId: to, sequence: 1 });
  });

  it("is saved while the page is published, without a deadlock", async () => {
    const { params, append, save } = await start();
    await append(0, "x");
    const held = Promise.withResolvers<void>();
    // What publishing does where a quota limits pages.
    const published = tablesOf(platform().db)
      .transaction()
      .execute(async (transaction) => {
        await holdOrganization(transaction, params.organizationId);
        held.resolve();
        await delay(200);
        await transaction
          .updateTable("shared_drafts")
          .set({ revision_id: "rev_2" })
          .where("page_id", "=", params.pageId)
          .execute();
      });
    await held.promise;
    expect((await save(1, "Typed", "a longer state")).status).toBe(204);
    await published;
  });

  it("is read as of one moment while it is merged with revisions", async () => {
    const { params, editor, draft, append, read } = await start();
    const revisions = [draft["revisionId"]];
    const done = new AbortController();
    const reads = (async () => {
      const wrong: unknown[] = [];
      while (!done.signal.aborted) {
        const { sequence, revisionId } = Object(await read(0));
        if (revisions[sequence] !== undefined && revisions[sequence] !== revisionId) wrong.push(sequence);
      }
      return wrong;
    })();
    for (let after = 0; after < 20; after += 1) {
      const from = revisions[after];
      const body = { markdown: `Revision ${after}` };
      const { revisionId: to } = Object(await succeed(editor, updatePageContent, { params, body }));
      revisions.push(to);
      expect((await append(after, "merge", { rebase: { from, to } })).status).toBe(200);
    }
    done.abort();
    expect(await reads).toEqual([]);
  });

  it("is absent, not an error, in a page without one", async () => {
    const params = { ...(await createContent()) };
    const reader = person("r", { [params.organizationId]: "reader" });
    for (const route of [getSharedDraft, getSharedDraftChanges]) {
      expect(await succeed(reader, route, { params })).toEqual({});
      const missing = { params: { ...params, pageId: "pag_missing" } };
      expect((await call(reader, route, missing)).status).toBe(404);
    }
  });

  it("refuses changes while its page is deleted, and takes them once it is restored", async () => {
    const { params, editor, draft, append, save, read } = await start();
    await append(0, "x");
    const { spaceId } = params;
    await succeed(editor, deletePage, { params });
    const route = { params };
    for (const refused of [
      await append(1, "y"),
      await save(1, "Typed"),
      await call(editor, getSharedDraft, route),
      await call(editor, getSharedDraftChanges, route),
    ])
      expect(refused).toMatchObject({ status: 404, body: { detail: expect.stringContaining("no page") } });
    const revisionId = String(draft["revisionId"]);
    await succeed(editor, restoreRevision, { params: { spaceId, revisionId } });
    expect(await read()).toMatchObject({ id: draft["id"], sequence: 1 });
    expect((await append(1, "y")).status).toBe(200);
    expect((await save(2, "Typed")).status).toBe(204);
  });

  it("refuses changes while its space is in the trash, as private drafts do, and stays readable", async () => {
    const { params, editor, body, append, save, read } = await start();
    await append(0, "x");
    const own = { title: "Own", markdown: "Own", revisionId: body.revisionId };
    await succeed(editor, trashSpace, { params });
    for (const refused of [
      await append(1, "y"),
      await save(1, "Typed"),
      await call(editor, startSharedDraft, { params, body }),
      await call(editor, savePageDraft, { params, body: own }),
    ])
      expect(refused).toMatchObject({ status: 404, body: { detail: expect.stringContaining("trash") } });
    expect(await read()).toMatchObject({ sequence: 1 });
    await succeed(editor, restoreSpace, { params });
    expect((await append(1, "y")).status).toBe(200);
    expect((await save(2, "Typed")).status).toBe(204);
    await succeed(editor, savePageDraft, { params, body: own });
  });

  it("is kept for 30 days after its page was deleted", async () => {
    const { params, editor, append } = await start();
    await append(0, "x");
    clock.now += 31 * dayMilliseconds;
    await succeed(editor, deletePage, { params });
    const count = async () => {
      const rows = tablesOf(platform().db).selectFrom("shared_draft_updates").select("draft_id");
      return (await rows.where("page_id", "=", params.pageId).execute()).length;
    };
    const remove = () => withoutTenantScope("cleaning", () => removeOrphanedSharedDrafts(platform()));
    clock.now += 29 * dayMilliseconds;
    await remove();
    expect(await count()).toBe(1);
    clock.now += 2 * dayMilliseconds;
    await remove();
    expect(await count()).toBe(0);
  });

  it("is watched by readers, changed by editors only, and hidden from other organizations", async () => {
    const { params, reader, body, draft, read } = await start();
    const other = person("x", { [(await createContent()).organizationId]: "editor" });
    const change = { draftId: draft["id"], after: 0, content: base64("x") };
    const text = { draftId: draft["id"], sequence: 0, title: "", markdown: "", state: base64("x") };
    for (const [caller, status] of [
      [reader, 403],
      [other, 404],
    ] as const) {
      expect((await call(caller, startSharedDraft, { params, body })).status).toBe(status);
      expect((await call(caller, appendSharedDraftChange, { params, body: change })).status).toBe(status);
      expect((await call(caller, saveSharedDraft, { params, body: text })).status).toBe(status);
    }
    expect((await call(other, getSharedDraft, { params })).status).toBe(404);
    expect((await call(other, getSharedDraftChanges, { params })).status).toBe(404);
    expect((await read()).sequence).toBe(0);
  });

  it("refuses changes that aren't base64, are too large or belong to an ended draft", async () => {
    const { params, editor, append, draft, read } = await start();
    const send = async (content: string, draftId = draft["id"]) =>
      await call(editor, appendSharedDraftChange, { params, body: { draftId, after: 0, content } });
    expect((await send("not base64!")).body).toMatchObject({
      code: "invalid_request",
      problems: [{ path: "content", message: "must be a Yjs update in base64" }],
    });
    expect((await send("")).status).toBe(400);
    expect((await send(base64("x".repeat(4 * 1024 * 1024 + 4)))).status).toBe(400);
    expect((await send("A".repeat(7 * 1024 * 1024))).status).toBe(413);
    expect((await send(base64("x"), "shd_other")).status).toBe(404);
    const large = "x".repeat(4 * 1024 * 1024 - 100);
    for (let after = 0; after < 4; after += 1) expect((await append(after, large)).status).toBe(200);
    const full = await append(4, large);
    expect([full.status, JSON.stringify(full.body)]).toEqual([409, expect.stringContaining("Save it first")]);
    expect((await read(3)).sequence).toBe(4);
  });

  /** Returns the number of batches. */
  async function removeAllIdle(batchSize?: number): Promise<number> {
    let next: SharedDraftCursor | undefined;
    let batches = 0;
    do {
      batches += 1;
      next = await withoutTenantScope("cleaning", () => removeIdleSharedDrafts(platform(), next, batchSize));
    } while (next !== undefined);
    return batches;
  }

  it("is compared with its page in small batches, past drafts that stay", async () => {
    const drafts = [await start(), await start(), await start()];
    const text = { title: "Start", markdown: "Finished" };
    for (const [index, { append, save, editor, params, draft }] of drafts.entries()) {
      await append(0, "x");
      await save(1, text.markdown);
      const body = { ...text, sharedDraft: draft["id"] };
      if (index === 2) await succeed(editor, updatePageContent, { params, body });
    }
    clock.now += 2 * dayMilliseconds;
    expect(await removeAllIdle(1)).toBeGreaterThanOrEqual(drafts.length);
    const reads = drafts.map(({ editor, params }) => succeed(editor, getSharedDraft, { params }));
    expect((await Promise.all(reads)).map((read) => "draft" in read)).toEqual([true, true, false]);
  });

  it("is exported, and removed after a day without unpublished changes, or with its organization", async () => {
    const { params, editor, draft, append, save } = await start();
    const exported = await succeed(administrator, listOrganizationExport, { params });
    expect(JSON.stringify(exported)).toContain(draft["id"]);
    await append(0, "x");
    const remove = () => removeAllIdle();
    const isKept = async () => "draft" in (await succeed(editor, getSharedDraft, { params }));
    clock.now += 2 * dayMilliseconds;
    await remove();
    expect(await isKept()).toBe(true);
    const text = { title: "Start", markdown: "Finished" };
    await succeed(editor, updatePageContent, { params, body: { ...text, sharedDraft: draft["id"] } });
    await remove();
    expect(await isKept()).toBe(true);
    await save(1, text.markdown);
    await remove();
    expect(await isKept()).toBe(false);

    const last = await start();
    await last.append(0, "x");
    await succeed(administrator, deleteOrganization, { params: last.params });
    for (const table of ["shared_drafts", "shared_draft_updates"] as const) {
      const rows = tablesOf(platform().db).selectFrom(table).select("page_id");
      const left = await withoutTenantScope("cleaning", () =>
        rows.where("organization_id", "=", last.params.organizationId).execute(),
      );
      expect(left).toEqual([]);
    }
  });
});
