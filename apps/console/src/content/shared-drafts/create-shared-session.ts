import { contentLimits } from "@plugboard/content/limits";
import * as Y from "yjs";
import { mergeTexts, type PageText } from "../texts/merge-texts.ts";
import { findLostBlocks, knownOf, restoreBlocks } from "./keep-lost-blocks.ts";
import { copyDoc, textOf, writeText } from "./shared-text.ts";

/** The changes of a shared draft on the server after a change. */
export interface SharedChanges {
  readonly id: string;
  readonly format: string;
  readonly revisionId: string;
  readonly sequence: number;
  readonly state?: Uint8Array | undefined;
  readonly updates: readonly Uint8Array[];
}

/** A change to append on the server. */
export interface SharedAppend {
  readonly draftId: string;
  readonly after: number;
  readonly content: Uint8Array;
  readonly rebase?: { readonly from: string; readonly to: string } | undefined;
}

/**
 * The reason why the server doesn't append a change. `behind`: there are newer changes, or no such draft, so it must be read
 * again. `full`: the draft must be saved first.
 */
export type SharedRefusal = "behind" | "full";

/** The server of a shared draft. Calls reject if the server or the page can't be reached. */
export interface SharedServer {
  /** Returns `undefined` if there is no shared draft. */
  readonly read: (after: number | undefined) => Promise<SharedChanges | undefined>;
  /** Returns the number of the change. */
  readonly append: (change: SharedAppend) => Promise<number | SharedRefusal>;
  readonly save: (
    save: { readonly draftId: string; readonly sequence: number; readonly state: Uint8Array } & PageText,
  ) => Promise<void>;
}

/** An editor's connection to a shared draft. */
export interface SharedSession {
  readonly draftId: string;
  /** The document that the editor shows and changes. */
  readonly doc: Y.Doc;
  /** The page revision that the draft is based on. */
  readonly revisionId: () => string;
  /** The newest change that this window has seen. */
  readonly sequence: () => number;
  /** Whether the server may lack changes of this window. */
  readonly hasUnsent: () => boolean;
  readonly hasEnded: () => boolean;
  /** Sends the changes of this window. Reads those of others if the server asks for it. Rejects if it can't be reached. */
  readonly send: () => Promise<void>;
  /** Reads the changes of others, and sends those of this window. Rejects if the server can't be reached. */
  readonly sync: () => Promise<void>;
  /** Merges a revision that was published without the draft. */
  readonly merge: (
    content: PageText & { readonly revisionId: string },
    base: PageText | undefined,
  ) => Promise<void>;
  /** The text as the server has it. */
  readonly storedText: () => PageText;
  /** Saves the text that the server has. */
  readonly save: () => Promise<void>;
  /** Adds the document of another window of this browser, as updates. */
  readonly add: (updates: readonly Uint8Array[]) => void;
}

/** Changes with this origin came from the server. */
const remote = Symbol("remote");
const maxTries = 20;
/** The size of the changes in one request, unless the first one is larger. */
const maxSentBytes = 1024 * 1024;

/**
 * Opens a shared draft. The changes of all windows have one order on the server, which refuses a change whose author hasn't
 * seen the newest one. So each window merges the changes of others before it sends its own, and restores blocks that one
 * side edited while the other deleted them.
 */
export function createSharedSession(opened: SharedChanges, server: SharedServer): SharedSession {
  const draftId = opened.id;
  let { sequence, revisionId } = opened;
  let saved = opened.updates.length === 0 ? sequence : -1;
  let hasEnded = false;
  /** The document as the server has it. */
  const stored = new Y.Doc();
  for (const update of [opened.state, ...opened.updates]) if (update !== undefined) apply(stored, update);
  const doc = copyDoc(stored);
  /** Changes of this window that the server may not have, oldest first. */
  let pending: Uint8Array[] = [];
  doc.on("update", (update: Uint8Array, origin: unknown) => {
    if (origin !== remote) pending.push(update);
  });

  function restore(mine: Y.Doc): void {
    const lost = [
      ...findLostBlocks(mine, knownOf(stored), doc),
      ...findLostBlocks(stored, knownOf(mine), doc),
    ];
    restoreBlocks(doc, lost);
  }

  function receive(updates: readonly Uint8Array[]): void {
    if (updates.length === 0) return;
    const mine = pending.length === 0 ? undefined : copyDoc(doc);
    for (const update of updates) {
      apply(stored, update);
      apply(doc, update);
    }
    if (mine !== undefined) restore(mine);
  }

  async function pull(): Promise<void> {
    const changes = await server.read(sequence);
    if (changes?.id !== draftId) {
      hasEnded = true;
      return;
    }
    // A response can be older than one that arrived earlier.
    if (changes.sequence < sequence) return;
    ({ sequence, revisionId } = changes);
    receive(changes.state === undefined ? changes.updates : [changes.state, ...changes.updates]);
    // The text is correct even if this fails.
    if (changes.updates.some(isSaveRequest)) await save().catch(() => {});
  }

  async function push(): Promise<void> {
    for (let tries = 0; pending.length > 0 && !hasEnded; tries += 1) {
      if (tries >= maxTries) throw new Error("Couldn’t sync because the page keeps changing. Try again.");
      const sent = countSent(pending);
      const content = Y.mergeUpdates(pending.slice(0, sent));
      const result = await server.append({ draftId, after: sequence, content });
      if (result === "behind") await pull();
      else if (result === "full") await save();
      else {
        sequence = result;
        apply(stored, content);
        pending = pending.slice(sent);
        tries = -1;
      }
    }
  }

  async function save(): Promise<void> {
    if (hasEnded || saved === sequence) return;
    const state = Y.encodeStateAsUpdate(stored);
    const { title, markdown } = textOf(stored);
    // Two people can type more than a title may have.
    await server.save({
      draftId,
      sequence,
      state,
      title: title.slice(0, contentLimits.titleLength),
      markdown,
    });
    saved = sequence;
  }

  // Requests follow each other, because each names the newest change that this window has seen.
  let last: Promise<unknown> = Promise.resolve();
  const inTurn = <Result>(run: () => Promise<Result>): Promise<Result> => {
    const next = last.then(run, run);
    last = next;
    return next;
  };

  async function mergeRevision(
    content: PageText & { readonly revisionId: string },
    base: PageText | undefined,
  ): Promise<void> {
    const from = revisionId;
    for (let tries = 0, refused = -1; tries < maxTries; tries += 1) {
      await pull();
      await push();
      // Refused although it has all changes: the page has a newer revision.
      if (refused === sequence) return;
      refused = sequence;
      if (hasEnded || revisionId !== from || revisionId === content.revisionId) return;
      const merged = copyDoc(stored);
      const { title, markdown } = mergeTexts(base, textOf(stored), content);
      writeText(merged, { title, markdown });
      const update = Y.encodeStateAsUpdate(merged, Y.encodeStateVector(stored));
      const rebase = { from, to: content.revisionId };
      const result = await server.append({ draftId, after: sequence, content: update, rebase });
      if (typeof result === "number") {
        sequence = result;
        revisionId = content.revisionId;
        receive([update]);
        return;
      }
      if (result !== "full") continue;
      await save();
      refused = -1;
    }
  }

  return {
    draftId,
    doc,
    revisionId: () => revisionId,
    sequence: () => sequence,
    hasUnsent: () => pending.length > 0,
    hasEnded: () => hasEnded,
    send: () => inTurn(push),
    sync: () =>
      inTurn(async () => {
        await pull();
        await push();
      }),
    merge: (content, base) => inTurn(() => mergeRevision(content, base)),
    storedText: () => textOf(stored),
    save: () => inTurn(save),
    add: (updates) => {
      const mine = new Y.Doc();
      for (const update of updates) apply(mine, update);
      Y.applyUpdate(doc, Y.encodeStateAsUpdate(mine, Y.encodeStateVector(doc)));
      restore(mine);
    },
  };
}

function countSent(updates: readonly Uint8Array[]): number {
  let bytes = 0;
  const tooMany = updates.findIndex((update) => (bytes += update.length) > maxSentBytes);
  return tooMany === -1 ? updates.length : Math.max(1, tooMany);
}

/** Applies an update. Ignores one that isn't a Yjs update, so that a broken client doesn't stop all others. */
function apply(doc: Y.Doc, update: Uint8Array): void {
  try {
    Y.applyUpdate(doc, update, remote);
  } catch {
    // The other changes are still applied.
  }
  // Changes arrive in order, so missing ones never arrive later.
  doc.store.pendingStructs = null;
  doc.store.pendingDs = null;
}

/** A Yjs update without changes. Windows that have a draft open save it when they receive one. */
export const saveRequest: Uint8Array = new Uint8Array([0, 0]);

function isSaveRequest(update: Uint8Array): boolean {
  return update.length === saveRequest.length && update.every((byte) => byte === 0);
}

/**
 * Returns the text of a draft's saved state, or `undefined` if its editor can't be opened. The server stores states and
 * changes without reading them, so a broken client can save anything.
 */
export function readSavedText({
  state,
  updates,
}: Pick<SharedChanges, "state" | "updates">): PageText | undefined {
  const doc = new Y.Doc();
  try {
    if (state !== undefined) Y.applyUpdate(doc, state);
    if (doc.store.pendingStructs !== null || doc.store.pendingDs !== null) return undefined;
    const text = textOf(doc);
    for (const update of updates) apply(doc, update);
    textOf(doc);
    return text;
  } catch {
    return undefined;
  }
}
