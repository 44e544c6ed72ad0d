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

const maxTitleLength = 200;

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
  return both.length <= maxTitleLength
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
  const regions = diff3Merge(mine, base, theirs);
  return {
    lines: regions.flatMap(({ ok = [], conflict }) =>
      conflict === undefined ? ok : joinLines(conflict.a, conflict.b).lines,
    ),
    overlaps: regions.some(({ conflict }) => conflict !== undefined),
  };
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
