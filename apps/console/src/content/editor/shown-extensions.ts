import type { AnyExtension } from "@tiptap/core";
import { RenderedBlock } from "./block-view.tsx";
import { Diagrams } from "./diagrams.ts";
import { RenderedFormula } from "./formula-view.tsx";
import { createPageImage } from "./page-image.ts";
import { pageExtensions } from "./page-markdown.ts";

/** Returns the extensions for a page's text, with the nodes that can only be shown within a page. */
export function createShownExtensions(spaceId: string): AnyExtension[] {
  const shown = [RenderedBlock, RenderedFormula, createPageImage(spaceId)];
  const names = new Set(shown.map(({ name }) => name));
  return [...pageExtensions.filter(({ name }) => !names.has(name)), ...shown, Diagrams];
}
