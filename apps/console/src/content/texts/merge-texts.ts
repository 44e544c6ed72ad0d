import { contentLimits } from "@plugboard/content/limits";
import { diff3Merge, diffComm } from "node-diff3";

/** The title and text of a page, as typed. */
export interface PageText {
  readonly title: string;
  readonly markdown: string;
}

/** The result of merging two versions of a page. */
export interface MergedText extends PageText {
  /** Whether both versions change the same lines. The text then contains the lines of both. */
  readonly overlaps: boolean;
}

/**
 * Merges two versions of a page line by line. Lines added by only one version are always kept.
 *
 * @param base - the common ancestor; without it, lines missing from one version are kept
 */
export function mergeTexts(base: PageText | undefined, mine: PageText, theirs: PageText): MergedText {
  const [myText, theirText] = [splitEnding(mine), splitEnding(theirs)];
  const baseText = base === undefined ? undefined : splitEnding(base);
  const body =
    baseText === undefined
      ? joinLines(myText.lines, theirText.lines)
      : mergeLines(baseText.lines, myText.lines, theirText.lines);
  const ending = myText.ending === baseText?.ending ? theirText.ending : myText.ending;
  const markdown = body.lines.join("\n") + ending;
  const title = mergeTitles(base?.title, mine.title, theirs.title);
  if (title !== undefined) return { title, markdown, overlaps: body.overlaps };
  const both = `${mine.title} / ${theirs.title}`;
  return both.length <= contentLimits.titleLength
    ? { title: both, markdown, overlaps: true }
    : { title: mine.title, markdown: `${theirs.title}\n\n${markdown}`, overlaps: true };
}

/** Returns whether two versions of a page are the same. */
export function isSameText(one: PageText, other: PageText): boolean {
  return one.title === other.title && one.markdown === other.markdown;
}

/** Separates the line breaks at the end, which the editor drops. Otherwise every edit would change the last line. */
function splitEnding({ markdown }: PageText): { readonly lines: string[]; readonly ending: string } {
  let end = markdown.length;
  while (markdown[end - 1] === "\n") end -= 1;
  return { lines: markdown.slice(0, end).split("\n"), ending: markdown.slice(end) };
}

interface MergedLines {
  readonly lines: readonly string[];
  readonly overlaps: boolean;
}

function mergeLines(base: string[], mine: string[], theirs: string[]): MergedLines {
  const regions = diff3Merge(mine, base, theirs).map(({ ok = [], conflict }): MergedLines => {
    if (conflict === undefined) return { lines: ok, overlaps: false };
    const { a, o, b } = conflict;
    const added = addTo(a, o, b) ?? addTo(b, o, a);
    return added === undefined
      ? { lines: joinLines(a, b).lines, overlaps: true }
      : { lines: added, overlaps: false };
  });
  return {
    lines: regions.flatMap((region) => region.lines),
    overlaps: regions.some((region) => region.overlaps),
  };
}

/** Adds the lines that one side inserted before or after a region to the region as the other side changed it. */
function addTo(changed: string[], base: string[], other: string[]): string[] | undefined {
  const inserted = other.length - base.length;
  if (base.length === 0 || inserted < 0) return undefined;
  const isAt = (start: number): boolean => base.every((line, at) => other[start + at] === line);
  if (isAt(0)) return [...changed, ...other.slice(base.length)];
  return isAt(inserted) ? [...other.slice(0, inserted), ...changed] : undefined;
}

function joinLines(mine: string[], theirs: string[]): MergedLines {
  const regions = diffComm(mine, theirs);
  return {
    lines: regions.flatMap(({ common, buffer1 = [], buffer2 = [] }) => common ?? [...buffer1, ...buffer2]),
    overlaps: regions.some(({ buffer1 = [], buffer2 = [] }) => buffer1.length > 0 && buffer2.length > 0),
  };
}

function mergeTitles(base: string | undefined, mine: string, theirs: string): string | undefined {
  if (mine === theirs || theirs === base) return mine;
  return mine === base ? theirs : undefined;
}
