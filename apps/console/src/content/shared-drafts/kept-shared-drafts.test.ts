import { afterEach, beforeEach, expect, it, vi } from "vitest";
import * as Y from "yjs";
import { readKeptDrafts } from "../drafts/kept-drafts.ts";
import { createSharedDraftKeeper } from "./keep-shared-draft.ts";
import {
  dropKeptSharedDrafts,
  keptChangeRequestsOf,
  readKeptSharedDrafts,
  removeUnusedBases,
} from "./kept-shared-drafts.ts";
import { recoverEndedDrafts } from "./recover-ended-drafts.ts";
import { createSharedDoc, textOf, titleOf } from "./shared-text.ts";

const target = { spaceId: "spc_1", pageId: "pag_1", author: "usr_1" };

/** Like the browser's storage, which has items as properties. */
class MemoryStorage {
  getItem(name: string): string | null {
    return Object.hasOwn(this, name) ? String(Reflect.get(this, name)) : null;
  }
  setItem(name: string, value: string): void {
    Reflect.set(this, name, value);
  }
  removeItem(name: string): void {
    Reflect.deleteProperty(this, name);
  }
}

beforeEach(() => void vi.stubGlobal("localStorage", new MemoryStorage()));
afterEach(() => void vi.unstubAllGlobals());

function openWindow(place = target) {
  const doc = createSharedDoc({ title: "Page", markdown: "One" });
  const keeper = createSharedDraftKeeper(place, "window", { draftId: "shd_1", doc });
  return { keeper, type: (text: string) => titleOf(doc).insert(titleOf(doc).length, text) };
}

const keptTitles = () =>
  readKeptSharedDrafts(target).map(({ updates }) => {
    const doc = new Y.Doc();
    for (const update of updates) Y.applyUpdate(doc, update);
    return textOf(doc).title;
  });

it("keeps drafts of a page in change requests apart from its own, and finds them", () => {
  const inRequest = { ...target, changeRequest: "crq_1" };
  openWindow(inRequest).keeper.keep();
  expect(readKeptSharedDrafts(target)).toEqual([]);
  expect(readKeptSharedDrafts(inRequest)).toHaveLength(1);
  expect(keptChangeRequestsOf(target)).toEqual(["crq_1"]);
  const content = { pageId: "pag_1", title: "Page", markdown: "Published", revisionId: "rev_2" };
  recoverEndedDrafts(inRequest, content, "shd_1");
  expect(readKeptDrafts(target).drafts).toEqual([]);
  // The change request was published, or the draft was moved.
  recoverEndedDrafts(inRequest, content, undefined);
  expect(readKeptDrafts(target).drafts).toMatchObject([
    { text: { markdown: expect.stringContaining("One") }, base: { revisionId: "rev_2" } },
  ]);
  expect(keptChangeRequestsOf(target)).toEqual([]);
});

it("removes a merged document with its base", () => {
  openWindow().keeper.keep();
  dropKeptSharedDrafts(readKeptSharedDrafts(target));
  expect(Object.keys(localStorage)).toEqual([]);
});

it("keeps a merged document with its base if its window stored more changes meanwhile", () => {
  const { keeper, type } = openWindow();
  keeper.keep();
  const kept = readKeptSharedDrafts(target);
  type(" two");
  keeper.keep();
  dropKeptSharedDrafts(kept);
  expect(keptTitles()).toEqual(["Page two"]);
});

it("stores the whole document again after many changes", () => {
  const { keeper, type } = openWindow();
  keeper.keep();
  const title = "x".repeat(1000);
  for (let count = 0; count < 100; count += 1) type(title);
  keeper.keep();
  expect(keptTitles()).toEqual([`Page${title.repeat(100)}`]);
  expect(readKeptSharedDrafts(target)[0]?.updates).toHaveLength(1);
});

it.each(["shd_1 %", `shd_1 ${btoa("not an update")}`])(
  "recovers documents next to the damaged %j",
  (damaged) => {
    const { keeper } = openWindow();
    localStorage.setItem("plugboard-shared-usr_1-pag_1-a", damaged);
    keeper.keep();
    localStorage.setItem("plugboard-shared-usr_1-pag_1-z", damaged);
    recoverEndedDrafts(
      target,
      { pageId: "pag_1", title: "Old", markdown: "One", revisionId: "rev_1" },
      undefined,
    );
    expect(readKeptDrafts(target).drafts).toMatchObject([{ text: { title: "Page / Old" } }]);
  },
);

it("stores the base again if another window removed it before the changes were stored", () => {
  let isFirst = true;
  class SharedStorage extends MemoryStorage {
    override setItem(name: string, value: string): void {
      super.setItem(name, value);
      if (isFirst) removeUnusedBases();
      isFirst = false;
    }
  }
  vi.stubGlobal("localStorage", new SharedStorage());
  openWindow().keeper.keep();
  expect(keptTitles()).toEqual(["Page"]);
});
