import { type BlockCode, blocksToCode, codeToBlocks } from "../markdown.ts";
import { createTextTurns } from "../spaces/text-turns.ts";

/** A page in a repository: a Markdown file and an entry of the summary. */
export interface FiledPage {
  /** The path of its file below the space's folder. */
  readonly path: string;
  readonly title: string;
  /** The path of its parent page. */
  readonly parentPath: string | undefined;
  readonly markdown: string;
}

/** File contents by path. */
export type Files = ReadonlyMap<string, string>;

/** The file that lists the pages in order and with their nesting. */
export const summaryPath = "SUMMARY.md";

/**
 * Creates the files of a space: one per page, and the summary. An equivalent existing summary is kept
 * unchanged.
 *
 * @param pages - in tree order
 */
export async function printFiles(
  pages: readonly FiledPage[],
  codes: readonly BlockCode[],
  summary: string,
): Promise<Files> {
  const isSame = JSON.stringify(readSummary(summary)) === JSON.stringify(pages.map(entryOf));
  const files = new Map([[summaryPath, isSame ? summary : printSummary(pages)]]);
  const turn = createTextTurns();
  for (const { path, markdown } of pages) {
    await turn(markdown);
    files.set(path, blocksToCode(markdown, codes));
  }
  return files;
}

/**
 * Reads the pages in files, in tree order. Without a summary every Markdown file is a page, below the page
 * that has its folder's name.
 */
export async function readFiles(files: Files, codes: readonly BlockCode[]): Promise<FiledPage[]> {
  const pages: FiledPage[] = [];
  const turn = createTextTurns();
  for (const entry of await readEntries(files)) {
    const text = files.get(entry.path) ?? "";
    await turn(text);
    pages.push({ ...entry, markdown: codeToBlocks(text, codes) });
  }
  return pages;
}

/** Returns the paths of the pages in files. */
export async function listPaths(files: Files): Promise<string[]> {
  return (await readEntries(files)).map(({ path }) => path);
}

async function readEntries(files: Files): Promise<Entry[]> {
  const summary = files.get(summaryPath);
  const entries = summary === undefined ? await listEntries(files) : readSummary(summary);
  return entries.filter(({ path }) => files.has(path));
}

type Entry = Pick<FiledPage, "path" | "title" | "parentPath">;

function entryOf({ path, title, parentPath }: FiledPage): Entry {
  return { path, title, parentPath };
}

function printSummary(pages: readonly FiledPage[]): string {
  const depths = new Map<string, number>();
  const lines = pages.map(({ path, title, parentPath }) => {
    const depth = parentPath === undefined ? 0 : (depths.get(parentPath) ?? 0) + 1;
    depths.set(path, depth);
    const text = title.replaceAll(/[\\[\]]/g, (character) => `\\${character}`);
    return `${"  ".repeat(depth)}* [${text}](${encodeURI(path).replaceAll("(", "%28").replaceAll(")", "%29")})`;
  });
  return `# Summary\n\n${lines.map((line) => `${line}\n`).join("")}`;
}

const entryPattern = /^([ \t]*)[*+-] +\[((?:[^\\\]]|\\.)*)\]\(<?([^()<>]*)>?\)[ \t]*$/;

/**
 * Returns the summary's entries: list items that link to a Markdown file within the folder, each file once.
 */
function readSummary(summary: string): Entry[] {
  const entries: Entry[] = [];
  const above: { readonly indent: number; readonly path: string }[] = [];
  const seen = new Set<string>();
  for (const line of summary.split(/\r?\n/)) {
    const [, spaces = "", text = "", link = ""] = entryPattern.exec(line) ?? [];
    const path = toPath(link);
    if (path === undefined || seen.has(path)) continue;
    seen.add(path);
    const indent = spaces.replaceAll("\t", "    ").length;
    while ((above.at(-1)?.indent ?? -1) >= indent) above.pop();
    entries.push({
      path,
      title: text.replaceAll(/\\(.)/g, "$1").trim() || path,
      parentPath: above.at(-1)?.path,
    });
    above.push({ indent, path });
  }
  return entries;
}

/** Resolves a link within the folder. `undefined` if it leaves the folder or is not a page. */
function toPath(link: string): string | undefined {
  const [encoded = ""] = link.split(/[?#]/);
  let path: string;
  try {
    path = decodeURI(encoded)
      .replaceAll("%28", "(")
      .replaceAll("%29", ")")
      .replace(/^(?:\.\/)+/, "");
  } catch {
    return undefined;
  }
  const parts = path.split("/");
  const isPlain = parts.every(
    (part) => part !== "" && part !== "." && part !== ".." && part.toLowerCase() !== ".git",
  );
  // A summary in a subfolder is a normal page.
  const isPage = path.toLowerCase().endsWith(".md") && path !== summaryPath;
  return isPlain && isPage && !/[\\\p{Cc}:]/u.test(path) ? path : undefined;
}

async function listEntries(files: Files): Promise<Entry[]> {
  const paths = [...files.keys()].filter((path) => toPath(encodeURI(path)) !== undefined).toSorted();
  const pages = new Set(paths);
  const parentOf = (path: string): string | undefined => {
    let folder = path;
    for (;;) {
      folder = folder.slice(0, Math.max(folder.lastIndexOf("/"), 0));
      if (folder === "") return undefined;
      if (pages.has(`${folder}.md`)) return `${folder}.md`;
    }
  };
  const children = new Map<string | undefined, Entry[]>();
  const turn = createTextTurns();
  for (const path of paths) {
    const text = files.get(path) ?? "";
    await turn(text);
    const parentPath = parentOf(path);
    const siblings = children.get(parentPath) ?? [];
    siblings.push({ path, title: titleOf(path, text), parentPath });
    children.set(parentPath, siblings);
  }
  const below = (parentPath: string | undefined): Entry[] =>
    (children.get(parentPath) ?? []).flatMap((entry) => [entry, ...below(entry.path)]);
  return below(undefined);
}

function titleOf(path: string, markdown: string): string {
  const heading = /^# +(.*)$/m.exec(markdown)?.[1]?.trim();
  const name = path.slice(path.lastIndexOf("/") + 1).replace(/\.md$/i, "");
  return (heading && trimClosing(heading)) || name.replaceAll(/[-_]+/g, " ");
}

/** Removes the closing sequence of a heading. A regular expression would take quadratic time. */
function trimClosing(heading: string): string {
  let end = heading.length;
  while (end > 0 && "# \t".includes(heading.charAt(end - 1))) end -= 1;
  return heading.slice(0, end);
}
