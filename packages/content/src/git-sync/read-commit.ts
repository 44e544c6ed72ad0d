import { PlatformError } from "@plugboard/platform";
import { gitLimits } from "./git-limits.ts";
import type { GitRepository } from "./git-program.ts";
import type { Files } from "./space-files.ts";
import { contentLimits } from "../limits/content-limits.ts";

const mebibyte = 1024 * 1024;

/** A commit's Markdown files, as blob ids by their paths below the space's folder. */
export type MarkdownEntries = ReadonlyMap<string, string>;

/**
 * Lists the Markdown files of a commit below a folder, without reading them. A small repository can describe
 * billions of files, so the limits are checked while Git writes the list.
 *
 * @throws PlatformError `conflict` for a tree that is too large, or has too many, too long or too deep paths
 */
export async function listMarkdown(
  { run }: GitRepository,
  commit: string,
  folder: string,
): Promise<MarkdownEntries> {
  const entries = new Map<string, string>();
  const tree = await findTree({ run }, commit, folder);
  if (tree === undefined) return entries;
  let rest = "";
  let count = 0;
  // Includes trees: ones without files would otherwise be walked without output.
  await run(["ls-tree", "-r", "-t", "-z", tree], {
    onOutput: (chunk) => {
      const lines = `${rest}${chunk.toString("latin1")}`.split("\0");
      rest = lines.pop() ?? "";
      count += lines.length;
      if (count > gitLimits.entries)
        throw refuse(`The repository has more than ${gitLimits.entries} files and folders.`);
      for (const line of lines) addEntry(entries, line);
      if (rest.length > gitLimits.pathLength * 4) throw tooLongPath();
    },
  });
  return entries;
}

function addEntry(entries: Map<string, string>, line: string): void {
  const tab = line.indexOf("\t");
  const [mode = "", type, id = ""] = line.slice(0, tab).split(" ");
  const path = Buffer.from(line.slice(tab + 1), "latin1").toString("utf8");
  if (path.length > gitLimits.pathLength) throw tooLongPath();
  if (path.split("/").length > gitLimits.depth)
    throw refuse(`The repository has folders nested more than ${gitLimits.depth} levels deep.`);
  // A symbolic link is a blob with another mode.
  if (type !== "blob" || !mode.startsWith("100") || !path.toLowerCase().endsWith(".md")) return;
  entries.set(path, id);
  if (entries.size > contentLimits.spacePages + 1)
    throw refuse(`The repository has more than ${contentLimits.spacePages} pages.`);
}

/**
 * Returns the id of a commit's tree at a folder; `undefined` if there is no such folder.
 *
 * @throws PlatformError `conflict` for a tree that takes too long to read
 */
export async function findTree(
  { run }: Pick<GitRepository, "run">,
  commit: string,
  folder: string,
): Promise<string | undefined> {
  const { output } = await run(["cat-file", "--batch-check"], { input: `${commit}^{tree}\n` });
  const [root = "", , size] = output.split(" ");
  if (Number(size) > gitLimits.treeBytes) throw tooLargeTree();
  if (folder === "") return root;
  const below = await run(["cat-file", "--batch-check"], { input: `${root}:${folder}\n` });
  const [, id, bytes] = /^([0-9a-f]+) tree (\d+)/.exec(below.output) ?? [];
  if (Number(bytes) > gitLimits.treeBytes) throw tooLargeTree();
  return id;
}

/**
 * Reads files after checking their sizes.
 *
 * @throws PlatformError `conflict` if a file or all files together are too large
 */
export async function readTexts(repository: GitRepository, entries: MarkdownEntries): Promise<Files> {
  const ids = [...new Set(entries.values())];
  const input = ids.map((id) => `${id}\n`).join("");
  const sizes = await readSizes(repository, input);
  let total = 0;
  for (const [path, id] of entries) {
    // A fetch omits oversized blobs.
    const size = sizes.get(id) ?? Number.POSITIVE_INFINITY;
    if (size > gitLimits.fileBytes) throw tooLongFile(path);
    total += size;
    if (total > gitLimits.textBytes)
      throw refuse(`The repository's pages have more than ${gitLimits.textBytes / mebibyte} MiB together.`);
  }
  const texts = new Map<string, string>();
  const take = createBlobReader((id, content) => texts.set(id, content.toString("utf8")));
  if (ids.length > 0) await repository.run(["cat-file", "--batch"], { input, onOutput: take });
  const files = new Map<string, string>();
  for (const [path, id] of entries) {
    const text = texts.get(id) ?? "";
    if (text.length > contentLimits.markdownLength) throw tooLongFile(path);
    files.set(path, text);
  }
  return files;
}

async function readSizes({ run }: GitRepository, input: string): Promise<ReadonlyMap<string, number>> {
  const { output } = await run(["cat-file", "--batch-check"], { input });
  const sizes = new Map<string, number>();
  for (const line of output.split("\n")) {
    const [id = "", type, size] = line.split(" ");
    if (type === "blob") sizes.set(id, Number(size));
  }
  return sizes;
}

/** Returns a consumer of the output of `cat-file --batch`: a header of id, type and size, the content, and a line feed. */
function createBlobReader(onBlob: (id: string, content: Buffer) => void): (chunk: Buffer) => void {
  let pending: Buffer[] = [];
  let held = 0;
  let needed = 0;
  return (chunk) => {
    pending.push(chunk);
    held += chunk.length;
    if (held < needed) return;
    let bytes = Buffer.concat(pending);
    for (;;) {
      const end = bytes.indexOf(10);
      if (end === -1) {
        needed = 0;
        break;
      }
      const [id = "", , size = "0"] = bytes.toString("latin1", 0, end).split(" ");
      const after = end + 1 + Number(size);
      needed = after + 1;
      if (bytes.length < needed) break;
      onBlob(id, bytes.subarray(end + 1, after));
      bytes = bytes.subarray(needed);
    }
    pending = [bytes];
    held = bytes.length;
  };
}

function tooLargeTree(): PlatformError {
  return refuse(
    `The repository has a folder whose list takes more than ${gitLimits.treeBytes / mebibyte} MiB.`,
  );
}

function tooLongPath(): PlatformError {
  return refuse(`The repository has a path of more than ${gitLimits.pathLength} characters.`);
}

function tooLongFile(path: string): PlatformError {
  return refuse(`${path} has more than ${contentLimits.markdownLength} characters.`);
}

function refuse(message: string): PlatformError {
  return new PlatformError("conflict", message);
}
