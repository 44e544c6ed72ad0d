import type { PageContent, PageDraft } from "@plugboard/content/types";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  afterCall,
  afterSend,
  commonText,
  followDraft,
  followPage,
  type DraftCall,
  type DraftOutcome,
  type DraftSync,
  isChanged,
  nextCall,
  openDraft,
  rebase,
  resolveConflict,
} from "./draft-sync.ts";
import { mergeTexts } from "../texts/merge-texts.ts";

const page: PageContent = {
  pageId: "pag_1",
  revisionId: "rev_0",
  title: "Welcome",
  markdown: "one\n\ntwo\n\nthree",
};

/** A model of the server: a page and one author's draft, changed by the rules of the API. */
function createServer() {
  const state: { content: PageContent; draft: PageDraft | null; drafts: number; revisions: PageContent[] } = {
    content: page,
    draft: null,
    drafts: 0,
    revisions: [page],
  };
  return {
    state,
    take: (call: DraftCall): DraftOutcome => {
      const current = state.draft?.version;
      if (call.type === "discard") {
        if (current !== undefined && current !== call.version)
          return { type: "refused", stored: state.draft };
        state.draft = null;
        return { type: "discarded" };
      }
      if (current !== call.version) return { type: "refused", stored: state.draft };
      state.drafts += 1;
      const version =
        current === undefined ? `drf${state.drafts}.1` : `${current.split(".")[0]}.${state.drafts}`;
      const { revisionId, text } = call;
      state.draft = { pageId: "pag_1", updatedAt: "", revisionId, version, ...text };
      return { type: "saved", version };
    },
    publish: (
      text: { readonly title: string; readonly markdown: string },
      over: string,
    ): PageContent | undefined => {
      if (over !== state.content.revisionId) return undefined;
      state.content = { pageId: "pag_1", revisionId: `rev_${state.revisions.length}`, ...text };
      state.revisions.push(state.content);
      return state.content;
    },
  };
}

type Server = ReturnType<typeof createServer>;

/** A model of one browser: its windows and the drafts they keep in local storage. */
function createBrowser(server: Server) {
  const windows = new Map<number, DraftSync>();
  const storage = new Map<number, DraftSync>();
  const inFlight = new Map<number, { readonly call: DraftCall; outcome?: DraftOutcome }>();
  let opened = 0;
  const put = (id: number, sync: DraftSync): void => {
    windows.set(id, sync);
    if (nextCall(sync) === undefined && sync.conflict === undefined) storage.delete(id);
    else storage.set(id, { ...sync, conflict: undefined });
  };
  const close = (id: number): void => {
    windows.delete(id);
    inFlight.delete(id);
  };
  const open = (): void => {
    const kept = [...storage.values()];
    storage.clear();
    opened += 1;
    put(opened, openDraft(server.state.content, server.state.draft, kept));
  };
  const nth = (index: number): number | undefined => [...windows.keys()][index % Math.max(1, windows.size)];
  const withWindow = (index: number, work: (id: number, sync: DraftSync) => void): void => {
    const id = nth(index);
    const sync = id === undefined ? undefined : windows.get(id);
    if (id !== undefined && sync !== undefined) work(id, sync);
  };
  const send = (index: number): void =>
    withWindow(index, (id, sync) => {
      const call = nextCall(sync);
      if (call === undefined || inFlight.has(id)) return;
      inFlight.set(id, { call });
      put(id, afterSend(sync, call));
    });
  const arrive = (index: number): void =>
    withWindow(index, (id) => {
      const request = inFlight.get(id);
      if (request !== undefined) request.outcome ??= server.take(request.call);
    });
  const respond = (index: number): void =>
    withWindow(index, (id, sync) => {
      const { call, outcome } = inFlight.get(id) ?? {};
      if (call === undefined || outcome === undefined) return;
      inFlight.delete(id);
      put(id, afterCall(sync, call, outcome));
    });
  const resolve = (index: number): void =>
    withWindow(index, (id, sync) => {
      if (sync.conflict === undefined) return;
      put(id, resolveConflict(sync, mergeTexts(commonText(sync, sync.conflict), sync.text, sync.conflict)));
    });
  return {
    windows,
    open,
    type: (index: number, line: number, word: string) =>
      withWindow(index, (id, sync) => {
        const lines = sync.text.markdown.split("\n");
        const at = line % lines.length;
        const markdown = lines.map((each, row) => (row === at ? `${each} ${word}` : each)).join("\n");
        put(id, { ...sync, text: { ...sync.text, markdown } });
      }),
    addLine: (index: number, line: number, word: string) =>
      withWindow(index, (id, sync) => {
        const lines = sync.text.markdown.split("\n");
        put(id, {
          ...sync,
          text: { ...sync.text, markdown: lines.toSpliced(line % (lines.length + 1), 0, word).join("\n") },
        });
      }),
    send,
    arrive,
    respond,
    lose: (index: number) => withWindow(index, (id) => inFlight.delete(id)),
    resolve,
    reload: (index: number) =>
      withWindow(index, (id) => {
        close(id);
        open();
      }),
    close: (index: number) => withWindow(index, close),
    publish: (index: number) =>
      withWindow(index, (id, sync) => {
        if (!isChanged(sync)) return;
        const published = server.publish(sync.text, sync.base.revisionId);
        if (published !== undefined) return put(id, rebase(sync, published));
        const base = server.state.revisions.find(({ revisionId }) => revisionId === sync.base.revisionId);
        return put(id, rebase(sync, server.state.content, mergeTexts(base, sync.text, server.state.content)));
      }),
    hear: (index: number) =>
      withWindow(index, (id, sync) => {
        if (!inFlight.has(id)) put(id, followDraft(sync, server.state.draft));
      }),
    follow: (index: number) =>
      withWindow(index, (id, sync) => put(id, followPage(sync, server.state.content))),
    settle: () => {
      open();
      for (let round = 0; round < 200; round += 1) {
        const index = round % windows.size;
        resolve(index);
        send(index);
        arrive(index);
        respond(index);
      }
    },
  };
}

const kinds = [
  "type",
  "addLine",
  "send",
  "arrive",
  "respond",
  "lose",
  "resolve",
  "reload",
  "close",
  "open",
  "publish",
  "hear",
  "follow",
] as const;

const step = fc.record({
  kind: fc.constantFrom(...kinds, "type", "addLine", "send", "arrive", "respond"),
  window: fc.nat(2),
  line: fc.nat(6),
});

describe("drafts in several windows", () => {
  it("lose no typed word through any order of sending, failing, hearing of other windows, reloading, closing and publishing", () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
        const server = createServer();
        const browser = createBrowser(server);
        const words: string[] = [];
        browser.open();
        browser.open();
        for (const { kind, window, line } of steps) {
          if (kind === "open") browser.open();
          else if (kind === "type" || kind === "addLine") {
            if (browser.windows.size === 0) continue;
            const word = `w${words.length}w`;
            words.push(word);
            browser[kind](window, line, word);
          } else browser[kind](window);
        }
        browser.settle();
        const { content, draft } = server.state;
        const texts = [content, ...(draft === null ? [] : [draft])]
          .map(({ markdown }) => markdown)
          .join("\n");
        expect(words.filter((word) => !texts.includes(word))).toEqual([]);
      }),
      { numRuns: 3000 },
    );
  });
});
