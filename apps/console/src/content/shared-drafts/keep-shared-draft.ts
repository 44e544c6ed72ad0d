import * as Y from "yjs";
import { encodeBase64 } from "./base64.ts";
import type { DraftTarget } from "../drafts/kept-drafts.ts";
import { keptNamesOf, removeUnusedBases } from "./kept-shared-drafts.ts";

/** Keeps the document of one window in the browser's storage. */
export interface SharedDraftKeeper {
  /**
   * Stores the document.
   *
   * @returns whether the browser has stored it; storage can be full or disabled
   */
  readonly keep: () => boolean;
  /** Removes the changes, because the server has them or they are kept elsewhere. */
  readonly drop: () => void;
  /** Removes the base too if no changes are stored. `drop` leaves it, so that the next change is cheap to store. */
  readonly close: () => void;
}

/** The characters of stored changes after which the whole document is stored again. */
const maxChangedLength = 64 * 1024;

/** Creates the keeper of a document. It stores the whole document rarely, and otherwise only the changes since. */
export function createSharedDraftKeeper(
  target: DraftTarget,
  window: string,
  { draftId, doc }: { readonly draftId: string; readonly doc: Y.Doc },
): SharedDraftKeeper {
  const names = keptNamesOf(target, window);
  /** The changes since the whole document was stored. */
  let changes: string | undefined;
  let isClosed = false;
  removeUnusedBases();
  doc.on("update", (update: Uint8Array) => {
    // Beyond the limit, the next `keep` stores the whole document.
    if (changes !== undefined && changes.length <= maxChangedLength) changes += ` ${encodeBase64(update)}`;
  });
  const removeBase = (): void => {
    if (localStorage.getItem(names.changes) === null) localStorage.removeItem(names.base);
  };
  const storeBase = (): void => localStorage.setItem(names.base, encodeBase64(Y.encodeStateAsUpdate(doc)));
  return {
    keep: () => {
      try {
        // Another window can have removed it.
        const isStored = names.base in localStorage;
        if (changes === undefined || !isStored || changes.length > maxChangedLength) {
          storeBase();
          changes = "";
        }
        localStorage.setItem(names.changes, draftId + changes);
        // Until the changes were stored, another window could remove the base as unused.
        if (!(names.base in localStorage)) storeBase();
        return true;
      } catch {
        return false;
      }
    },
    drop: () => {
      try {
        localStorage.removeItem(names.changes);
        if (isClosed) removeBase();
      } catch {
        // Storage is unavailable.
      }
    },
    close: () => {
      isClosed = true;
      try {
        removeBase();
      } catch {
        // Storage is unavailable.
      }
    },
  };
}
