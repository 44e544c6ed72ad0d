import { Extension } from "@tiptap/core";
import type { PagePresence } from "@plugboard/content/types";
import { yCursorPlugin } from "@tiptap/y-tiptap";
import { Awareness } from "y-protocols/awareness";
import * as Y from "yjs";
import { nameOfAuthor } from "../common/name-of-author.ts";
import { blocksOf } from "./shared-text.ts";

// White text is readable on each of them.
const colors = ["#1d5fd1", "#a8326e", "#0f766e", "#a34a00", "#6b3fc4", "#3f6b1d"] as const;

/** The carets of the windows that edit a shared draft. */
export interface SharedCarets {
  /** Shows the carets of the other windows in an editor. */
  readonly extension: Extension;
  /** Takes over the carets that other windows announced. */
  readonly show: (others: readonly PagePresence[]) => void;
  readonly close: () => void;
}

/**
 * Creates the carets of a shared document.
 *
 * @param onMove - called with this window's caret, as other windows read it; `undefined` without a caret
 */
export function createSharedCarets(doc: Y.Doc, onMove: (caret: string | undefined) => void): SharedCarets {
  const awareness = new Awareness(doc);
  let announced: string | undefined;
  const announce = (): void => {
    const cursor: unknown = awareness.getLocalState()?.["cursor"];
    const caret = cursor === null || cursor === undefined ? undefined : JSON.stringify(cursor);
    if (caret === announced) return;
    announced = caret;
    onMove(caret);
  };
  awareness.on("update", announce);
  return {
    extension: Extension.create({
      name: "sharedCarets",
      addProseMirrorPlugins: () => [
        yCursorPlugin(awareness, {
          // Another window can announce anything.
          awarenessStateFilter: (own: number, client: number, state: unknown) =>
            client !== own && isPosition(doc, Reflect.get(Object(state), "cursor")),
          cursorBuilder: drawCaret,
          selectionBuilder: ({ color }) => ({ style: `background-color: ${color}33` }),
        }),
      ],
    }),
    show: (others) => {
      const own = awareness.getLocalState();
      awareness.states.clear();
      if (own !== null) awareness.states.set(doc.clientID, own);
      for (const [index, { caret, author, id }] of others.entries()) {
        if (caret === undefined) continue;
        const user = { name: nameOfAuthor(author), color: colorOf(author.id ?? id) };
        awareness.states.set(-1 - index, { user, cursor: parse(caret) });
      }
      awareness.emit("change", [{ added: [], updated: [], removed: [] }, "presence"]);
    },
    close: () => awareness.destroy(),
  };
}

function parse(caret: string): unknown {
  try {
    return JSON.parse(caret);
  } catch {
    return undefined;
  }
}

/** Returns whether a value is a position in the blocks of a document. */
function isPosition(doc: Y.Doc, cursor: unknown): boolean {
  try {
    return ["anchor", "head"].every((end) => {
      const position = Y.createRelativePositionFromJSON(Reflect.get(Object(cursor), end));
      // A position by the name of a type would create that type.
      if (position.type === null && position.item === null) return false;
      const type = Y.createAbsolutePositionFromRelativePosition(position, doc)?.type;
      return type !== undefined && rootOf(type) === blocksOf(doc);
    });
  } catch {
    return false;
  }
}

function rootOf(type: Y.AbstractType<unknown>): Y.AbstractType<unknown> {
  return type.parent === null ? type : rootOf(type.parent);
}

function colorOf(id: string): string {
  let sum = 0;
  for (const character of id) sum = (sum * 31 + (character.codePointAt(0) ?? 0)) % 65_521;
  return colors[sum % colors.length] ?? colors[0];
}

function drawCaret({ name, color }: { readonly name: string; readonly color: string }): HTMLElement {
  const caret = document.createElement("span");
  caret.className = "shared-caret";
  caret.style.setProperty("--caret", color);
  // The name is drawn by CSS, so that it isn't part of the text.
  caret.dataset["name"] = name;
  return caret;
}
