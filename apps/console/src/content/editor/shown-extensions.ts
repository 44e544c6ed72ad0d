import type { AnyExtension } from "@tiptap/core";
import { RenderedBlock } from "./block-view.tsx";
import { Diagrams } from "./diagrams.ts";
import { RenderedFormula } from "./formula-view.tsx";
import { createPageImage } from "./page-image.ts";
import { pageExtensions } from "./page-markdown.ts";

/**
 * Returns the extensions for a page's text, with the nodes that can only be shown within a page.
 *
 * @param isShared - leaves out the undo history, because a shared text has its own
 */
export function createShownExtensions(spaceId: string, isShared = false): AnyExtension[] {
  const shown = [RenderedBlock, RenderedFormula, createPageImage(spaceId)];
  const names = new Set(shown.map(({ name }) => name));
  const others = pageExtensions.filter(({ name }) => !names.has(name));
  const own = isShared
    ? others.map((each) => (each.name === "starterKit" ? each.configure({ undoRedo: false }) : each))
    : others;
  return [...own, ...shown, Diagrams];
}
