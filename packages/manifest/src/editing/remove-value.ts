import type { ParsedNode } from "yaml";
import type { ManifestPath } from "../model/manifest-issue.ts";
import { type Child, dashOf, findNode } from "./find-node.ts";
import { setValue } from "./set-value.ts";
import { lineStart, type Splice, trimmedEnd } from "./splice.ts";

/** Returns the change that removes a key or a list item, or `undefined` if it doesn't exist. */
export function removeValue(text: string, root: ParsedNode | null, path: ManifestPath): Splice | undefined {
  const { found, rest } = findNode(root, path);
  const child = found.at(-1);
  if (!child || rest.length > 0) return undefined;
  const { extents, index, isFlow, empty } = siblingsOf(text, child);
  if (extents.length === 1) return setValue(text, root, path.slice(0, -1), empty);
  const extent = extents[index];
  if (!extent) return undefined;
  return isFlow ? removeInFlow(extents, index) : removeLines(text, extent, extents[index + 1]);
}

/** The range of a key with its value, or of an item with its dash. */
interface Extent {
  readonly start: number;
  readonly end: number;
}

interface Siblings {
  readonly extents: readonly Extent[];
  readonly index: number;
  readonly isFlow: boolean;
  /** The value after the last entry is removed. */
  readonly empty: Readonly<Record<string, never>> | readonly never[];
}

function siblingsOf(text: string, child: Child): Siblings {
  if ("pair" in child) {
    const { map, pair } = child;
    const extents = map.items.map(({ key, value }) => {
      return { start: key.range[0], end: trimmedEnd(text, Math.max(key.range[1], value?.range[1] ?? 0)) };
    });
    return { extents, index: map.items.indexOf(pair), isFlow: map.flow === true, empty: {} };
  }
  const { list, index } = child;
  const extents = list.items.map(({ range: [start, end] }, position) => {
    return { start: list.flow ? start : dashOf(text, list, position), end: trimmedEnd(text, end) };
  });
  return { extents, index, isFlow: list.flow === true, empty: [] };
}

/** Removes whole lines, or from the end of a dash to the next key. */
function removeLines(text: string, { start, end }: Extent, next: Extent | undefined): Splice {
  const line = lineStart(text, start);
  if (text.slice(line, start).trim() !== "" && next) return { start, end: next.start, text: "" };
  const newline = text.indexOf("\n", end);
  return { start: line, end: newline === -1 ? text.length : newline + 1, text: "" };
}

/** Removes an entry of a flow list or map with the comma before it or, for the first, after it. */
function removeInFlow(extents: readonly Extent[], index: number): Splice | undefined {
  const [before, removed, after] = [extents[index - 1], extents[index], extents[index + 1]];
  if (!removed) return undefined;
  if (before) return { start: before.end, end: removed.end, text: "" };
  return { start: removed.start, end: after?.start ?? removed.end, text: "" };
}
